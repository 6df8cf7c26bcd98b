// CZip: libzip, which reads zip archives.
#pragma once
#include <zip.h>
