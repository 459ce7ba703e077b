"""Text by a small transformers model with random weights: generate() on the GPU, and memory statistics."""

import torch
import transformers


def main():
    torch.manual_seed(0)
    config = transformers.GPT2Config(vocab_size=100, n_positions=64, n_embd=32, n_layer=2, n_head=2)
    model = transformers.GPT2LMHeadModel(config).to("cuda").eval()
    stream = torch.cuda.Stream()
    for length in (4, 8):
        prompt = torch.arange(1, length + 1, device="cuda").unsqueeze(0)
        torch.cuda.reset_peak_memory_stats()
        with torch.no_grad(), torch.cuda.stream(stream):
            text = model.generate(prompt, max_new_tokens=8, do_sample=True, pad_token_id=0)
        torch.cuda.synchronize()
        print(length, text.shape[1], torch.cuda.max_memory_allocated() > 0)
    torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
