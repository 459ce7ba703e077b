// What the build of the library would set: nothing.
#pragma once
