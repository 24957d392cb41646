/* Wine before version 9 lacks this library of Windows, of which Rust's standard library wants one function. It is
 * built for trying programs under such a Wine and is part of nothing that is shipped. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length) {
    return SystemFunction036(buffer, (ULONG)length);
}
