// Bytes as text of a page (RFC 4648), three bytes in four letters.
#pragma once

#include <span>
#include <string>

namespace carom::view {

std::string base64(std::span<const unsigned char> bytes);

}  // namespace carom::view
