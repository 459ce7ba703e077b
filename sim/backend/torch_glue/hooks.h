// Registration of PrivateUse1HooksInterface.
#pragma once

namespace musasim {

// Lets torch find our generators, pinned memory and devices. Only the first call has an effect.
void register_hooks();

}  // namespace musasim
