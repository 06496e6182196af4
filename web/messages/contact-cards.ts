import type { Message } from "../types.ts";

export type Card = Message["contacts"][number];

/** A card for the contact form: a Brazilian number without its country code gets it. */
export const toContactForm = ({ name, number }: Card): Card => {
  const full = /^[1-9][1-9](?:9\d{8}|[2-5]\d{7})$/.test(number) ? `55${number}` : number;
  return { name: (name.trim().length < 2 ? full : name.trim()).slice(0, 100), number: full };
};
