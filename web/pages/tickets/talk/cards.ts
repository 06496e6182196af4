export type Card = { name: string; number: string };

/** A card as the form takes it: a Brazilian number without its country gets it. doc 1 §5 */
export const whole = ({ name, number }: Card): Card => {
  const full = /^[1-9][1-9](?:9\d{8}|[2-5]\d{7})$/.test(number) ? `55${number}` : number;
  return { name: (name.trim().length < 2 ? full : name.trim()).slice(0, 50), number: full };
};

/** Whether two numbers are one: Brazilian ones with and without the ninth digit are. doc 4 §1.17 */
export const same = (one: string, other: string) => short(one) === short(other);

const short = (number: string) => number.replace(/\D/g, "").replace(/^(55\d\d)9(\d{8})$/, "$1$2");
