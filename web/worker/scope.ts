/** The part of a service worker's global that this one uses: TypeScript's pages lack it. */
type WorkerScope = {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: "window"; includeUncontrolled: true }): Promise<WindowClient[]>;
    openWindow(path: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
};

type WindowClient = {
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
};

type Extendable = { waitUntil(work: Promise<unknown>): void };

type WorkerEvents = {
  install: Extendable;
  activate: Extendable;
  fetch: Extendable & { readonly request: Request; respondWith(answer: Promise<Response>): void };
  push: Extendable & { readonly data: { json(): unknown } | null };
  notificationclick: Extendable & {
    readonly notification: Notification;
    /** The button, or nothing for the notification itself. */
    readonly action: string;
    /** The words that were typed into the notification, where the platform allows it. */
    readonly reply?: string | null;
  };
};

export const worker = globalThis as unknown as WorkerScope;
