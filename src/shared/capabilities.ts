import { providers, type Provider } from "./states.ts";

/** The abilities that differ between channels. Everything else works on each of them. */
export const abilities = [
  /** Change or delete a message that the customer already has. */
  "edit",
  "delete",
  /** Show the customer that we write, and us that the customer writes. */
  "typing",
  "presence",
  "picture",
  "groups",
  /** Tell whether a number has an account before anything is sent to it. */
  "check",
  /** Be linked by a QR code or a pairing code. */
  "pairing",
  /** Name the status update that a customer replies to. */
  "status",
  "templates",
  /** Take free text only for a while after the customer wrote. rules.md#window */
  "window",
  "payments",
  /** Show buttons and lists that can be tapped. */
  "buttons",
] as const;

export type Ability = (typeof abilities)[number];
export type Capabilities = Readonly<Record<Ability, boolean>>;

const linkedPhone: Capabilities = {
  edit: true,
  delete: true,
  typing: true,
  presence: true,
  picture: true,
  groups: true,
  check: true,
  pairing: true,
  status: true,
  templates: false,
  window: false,
  payments: false,
  buttons: false,
};

const officialChannel: Capabilities = {
  edit: false,
  delete: false,
  typing: false,
  presence: false,
  picture: false,
  groups: false,
  check: false,
  pairing: false,
  status: false,
  templates: true,
  window: true,
  payments: true,
  buttons: true,
};

const ofProvider: Record<Provider, Capabilities> = {
  practice: linkedPhone,
  practiceCloud: officialChannel,
  beta: linkedPhone,
  cloud: officialChannel,
};

/** Whether the practice network inside the box plays the customers' phones. */
export const isPractice = (provider: Provider) =>
  provider === "practice" || provider === "practiceCloud";

/** The providers whose connections have an ability. */
export const providersWith = (ability: Ability): Provider[] =>
  providers.filter((provider) => ofProvider[provider][ability]);

/** The abilities of a provider's connections. rules.md#capabilities */
export const capabilitiesOf = (provider: Provider): Capabilities => ofProvider[provider];
