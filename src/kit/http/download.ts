export const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** An answer that browsers save as a file, streamed. */
export const download = (name: string, type: string, body: AsyncIterable<Uint8Array>) =>
  new Response(body as unknown as ReadableStream, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  });
