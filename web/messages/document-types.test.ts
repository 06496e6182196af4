import { expect, test } from "bun:test";
import { extensionBadge, documentTypeOf } from "./document-types.ts";

test.each([
  ["application/pdf", "cardapio.pdf", "text"],
  ["application/octet-stream", "tabela.XLSX", "sheet"],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "tabela", "sheet"],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "carta", "text"],
  ["application/vnd.ms-powerpoint", "", "slides"],
  ["application/zip", "fotos", "archive"],
  ["application/zip", "planilha.ods", "sheet"],
  ["image/heic", "foto.heic", "image"],
  ["audio/mpeg", "jingle.mp3", "audio"],
  ["video/3gpp", "clipe", "video"],
  ["text/csv", "clientes", "sheet"],
  ["application/x-msdownload", "programa.exe", "file"],
  ["", "", "file"],
] as const)("%s called %p is a %s", (type, name, paper) => {
  expect(documentTypeOf(type, name)).toBe(paper);
});

test("the badge is the end of the name", () => {
  expect(["cardapio.v2.pdf", "sem-fim", "nome.comfimcomprido", ".env"].map(extensionBadge)).toEqual(
    ["PDF", "", "", "ENV"],
  );
});
