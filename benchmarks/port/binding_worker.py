"""Times torchada.port.translate(), with its report: binding_worker.py LIST"""

import sys

from rounds import read_texts, serve

import torchada.port


def main():
    texts = [text.encode() for text in read_texts(sys.argv[1])]

    def work():
        for text in texts:
            torchada.port.translate(text)

    serve(work)


if __name__ == "__main__":
    main()
