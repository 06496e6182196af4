/** Numbers from 0 to 1 that look random and are the same each time. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = <T>(roll: () => number, list: readonly T[]): T =>
  list[Math.floor(roll() * list.length)]!;

const frequent = (
  "de que o a e não para do da em um com é eu você uma no na por os se bom dia pode me já boa tem mais isso obrigado sim pedido mas aqui quero está hoje qual amanhã valor " +
  "entrega até ou foi só tarde muito bem gostaria como preço quando às ainda pix horário pagamento favor vou minha meu hora tudo ver consegue noite cartão loja pão bolo " +
  "encomenda endereço quanto fazer olá oi certo ficou preciso dois reais três produto enviar agora sábado número manhã segunda semana também cliente retirar mandar chegou foto " +
  "desconto confirmar aguardo disponível abraço atendimento chocolate queijo comprovante entregador portão aniversário"
).split(" ");

const syllables =
  "ba be bi bo ca ce co cu da de di do fa fe fi go ga jo la le li lo ma me mi mo na ne no pa pe po ra re ri ro sa se si so ta te ti to va ve vi vo xa za ção lha nha rão tei lou cri bra tra pre".split(
    " ",
  );

/** Thirty thousand different words: real ones first, made-up ones after them. */
export const vocabulary: readonly string[] = (() => {
  const roll = dice(7);
  const words = new Set(frequent);
  while (words.size < 30_000)
    words.add(
      Array.from({ length: 2 + Math.floor(roll() * 4) }, () => pick(roll, syllables)).join(""),
    );
  return [...words];
})();

/**
 * Words as people use them: the n-th is 1/n as frequent as the first (Zipf's law), so most words
 * are rare.
 */
export function speaker(roll: () => number): (words: number) => string {
  const sums = new Float64Array(vocabulary.length);
  let sum = 0;
  for (const index of sums.keys()) sums[index] = sum += 1 / (index + 3);
  const word = () => {
    const target = roll() * sum;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! < target) low = middle + 1;
      else high = middle;
    }
    return vocabulary[low]!;
  };
  return (words) => Array.from({ length: words }, word).join(" ");
}
