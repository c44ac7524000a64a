/* Standard output is not written to: there is no second descriptor for it. */
#pragma once

#include_next <fcntl.h>

#ifndef F_DUPFD_CLOEXEC
#define F_DUPFD_CLOEXEC 1030
#endif
