/** The connections that take webhooks, in all companies. */
export type CloudRegistry<Channel> = {
  /** Takes webhooks for a connection. False where Meta has confirmed its number for another one. */
  add(channel: Channel): boolean;
  /** Meta knows the number by the connection's own token. False as in `add`. */
  confirm(channel: Channel): boolean;
  remove(channel: Channel): void;
};
