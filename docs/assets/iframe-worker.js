// Browsers start no workers for pages opened from disk: there, a hidden frame does the search's work.
if (location.protocol === "file:") {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.documentElement.append(frame);
      this.inner = frame.contentWindow;
      this.inner.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.inner.importScripts = (...urls) =>
        urls.reduce((before, next) => before.then(() => this.load(next)), Promise.resolve());
      this.load(url).then(() => {
        this.isReady = true;
        this.waiting.splice(0).forEach((data) => this.deliver(data));
      });
    }

    load(url) {
      const script = this.inner.document.createElement("script");
      script.src = new URL(url, location.href);
      return new Promise((resolve, reject) => {
        script.onload = resolve;
        script.onerror = () => reject(new Error(`cannot load ${url}`));
        this.inner.document.documentElement.append(script);
      });
    }

    deliver(data) {
      this.inner.dispatchEvent(new MessageEvent("message", { data }));
    }

    postMessage(data) {
      if (this.isReady) this.deliver(data);
      else this.waiting.push(data);
    }

    terminate() {}
  };
}
