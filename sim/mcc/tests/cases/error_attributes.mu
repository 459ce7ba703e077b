# 1 "error_attributes.mu"
float rows[2][2] __attribute__((ext_vector_type(4)));
