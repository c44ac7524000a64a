#include <cstdio>

int main() {
    std::puts("something");
}
