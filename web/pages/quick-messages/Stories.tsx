import { listStories } from "../../parts/ListStories.tsx";
import { quickMessages } from "./QuickMessages.tsx";

const reply = (
  id: number,
  shortcode: string,
  message: string,
  geral: boolean,
  name: string,
  mediaName: string | null = null,
) => ({
  id,
  shortcode,
  message,
  geral,
  userId: id,
  user: { id, name },
  createdAt: "2026-11-20T12:00:00Z",
  updatedAt: "2026-11-20T12:00:00Z",
  mediaName,
  mediaPath: mediaName && "/public/icon-512.png",
  media: mediaName ? { type: "image/png", size: 48_000 } : null,
});

const manyReplies = [
  reply(1, "endereco", "Rua das Palmeiras, 120, Centro. Aberto das 6 h às 20 h.", true, "Ana"),
  reply(
    2,
    "pix",
    "Nossa chave Pix é o CNPJ 12.345.678/0001-90.\nDepois de pagar, mande o comprovante por aqui.",
    true,
    "Rui",
    "qr_code_do_pix.png",
  ),
  reply(3, "um-atalho-bem-comprido-que-nao-cabe-na-coluna", "Texto ".repeat(60), false, "Ana"),
];

export const quickMessageStories = listStories("quick messages", quickMessages, manyReplies);
