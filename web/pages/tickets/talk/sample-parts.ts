import { ack } from "../../../../src/shared/states.ts";
export const wave = Array.from({ length: 64 }, (_, index) =>
  Math.round(50 + 45 * Math.sin(index * 0.9) * Math.cos(index * 0.17)),
);

// A grey dot instead of the map picture that a phone sends.
export const map =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mOorKz8DwAFNAJRWTqB8QAAAABJRU5ErkJggg==";

export const bakery = {
  latitude: -23.55052,
  longitude: -46.63331,
  name: "",
  address: "",
  thumbnail: null,
};

export const adPicture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0h2v1H0z" fill="#b45309"/></svg>')}`;

/** Two seconds of a bell. */
export function beep(): string {
  const rate = 8000;
  const samples = Uint8Array.from(
    { length: rate * 2 },
    (_, at) => 128 + 60 * Math.sin((at * 2 * Math.PI * 440) / rate) * Math.exp(-at / rate),
  );
  const head = new DataView(new ArrayBuffer(44));
  [..."RIFF    WAVEfmt "].forEach((letter, at) => head.setUint8(at, letter.charCodeAt(0)));
  [..."data"].forEach((letter, at) => head.setUint8(36 + at, letter.charCodeAt(0)));
  for (const [at, number] of [
    [4, 36 + samples.length],
    [16, 16],
    [24, rate],
    [28, rate],
    [40, samples.length],
  ] as const)
    head.setUint32(at, number, true);
  for (const [at, number] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    head.setUint16(at, number, true);
  return URL.createObjectURL(new Blob([head, samples], { type: "audio/wav" }));
}

/** A loaf that moves for half a second. */
export const film = () =>
  URL.createObjectURL(
    new Blob([Uint8Array.from(atob(loaf), (letter) => letter.charCodeAt(0))], {
      type: "video/webm",
    }),
  );

const loaf =
  "GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwEAAAAAAAJKEU2bdLlNu4tTq4QVSalmU6yBbk27i1OrhBZUrmtTrIGTTbuLU6uEH0O2dVOsgdRNu4xTq4QcU7trU6yCAjjsrgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrXsYMPQkBEiYRD+dDlTYCGQ2hyb21lV0GGQ2hyb21lFlSua7yuuteBAXPFh8DvdWXRydGDgQFV7oEBhoVWX1ZQOOCdsIFAuoEwU8CBAVWwkFWxgQFVuYECVbqBDVW7gQEfQ7Z1AQAAAAAAAVjngQCg9aHGgQAAANADAJ0BKkAAMAAKhwiFhYiZhIg4AgAJkHUlNtZovq9c4vEqgsa88kD+xO/9JdLkN/gy22CYJF2ER/re3XvVdPVAAHWhqqao7oEBpaOwAgCdASpAADAACocIhYWImYSIOAIABo5PzMeb8VgA/uuuAKDLoaqBAGMAkQIAKhHAABgMsssa+zuQCGxj/hE4myD+xO/SXS5DeDLbYNQgIAB1oZmml+6BAaWS0QEAKhHAABgAGFgv9AAIjAAA+4EAoMahpYEBKwBRAgAqEcAAGAAaPf/0AAVxGXOKvsD+xO/SXS5DeDLbYIB1oZmml+6BAaWS0QEAKhHAABgAGFgv9AAIjAAA+4FjoMehpYEB8wBRAgAqEcAAGAAaPf/0AAVxGXOKvsD+xO/SXS5DeDLbYIB1oZmml+6BAaWS0QEAKhHAABgAGFgv9AAIjAAA+4IBKxxTu2uNu4uzgQC3hveBAfGB1A==";

export const reaction = (emoji: string, name: string | null) => ({
  emoji,
  fromMe: name === null,
  contactId: name ? 1 : 0,
  name,
});

export const ours = { mine: true, ack: ack.read };
