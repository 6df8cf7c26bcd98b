#include <stdio.h>
#pragma once
#include <png.h>
