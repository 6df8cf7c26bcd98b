import LaminaPlan
