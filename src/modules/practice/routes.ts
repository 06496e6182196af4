import { z } from "zod";
import type { ConnectionManager } from "../../channel/channel.ts";
import type { Network } from "../../channel/practice/network.ts";
import type { Practice } from "../../channel/practice/practice.ts";
import { bounded, idParam, number } from "../../kit/http/fields.ts";
import { Fault } from "../../kit/fault.ts";
import { Upload } from "../../kit/files/files.ts";
import { inject, routes } from "../../kit/http/http.ts";
import type { UploadRules } from "../../kit/http/received-forms.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { isPractice } from "../../shared/capabilities.ts";
import { typingStates } from "../../shared/states.ts";
import { find } from "../connections/connections.ts";
import { withNumber } from "../contacts/list.ts";
import { passDay } from "./pass-day.ts";
import { faults, messageBody, toUpload } from "./body.ts";

/** The practice network of a company. */
export type PracticeNetworks = { network(company: number): Network };

const media: UploadRules = {
  field: "media",
  maxFiles: 1,
  checkTarget: ({ db }, id) => refuseUnlessPractice(db, id),
};

/** The customers' phones of a practice connection. */
export default routes("/practice")
  .use(inject<ConnectionManager>()("connectionManager"))
  .use(inject<PracticeNetworks>()("practice"))
  .post(
    "/:id/scan",
    async ({ db, connectionManager, params, body }) => {
      const phone = practiceOf(db, connectionManager, params.id);
      if (body?.code === undefined) await phone.scan();
      else if (!(await phone.pair(body.code)))
        throw new Fault("invalid", "ERR_VALIDATION", {
          message: "Não é o código que a conexão mostra",
          fields: { code: "invalid" },
        });
      return find(db, params.id);
    },
    {
      can: "practice",
      params: idParam,
      body: z.object({ code: bounded(20).optional() }).optional(),
    },
  )
  .post(
    "/:id/messages",
    async ({ db, connectionManager, params, body, set }) => {
      const {
        id = crypto.randomUUID(),
        to,
        does,
        from,
        place,
        contacts,
        seconds,
        waveform,
        referral,
        choiceId,
      } = body;
      const phone = practiceOf(db, connectionManager, params.id);
      if (to && does) return (await phone.do(from, { to, does, body: body.body })) ?? noMessage();
      const file = body.media ? await toUpload(db, id, body.media, body.type) : undefined;
      try {
        set.status = 201;
        // The connection may be gone by now.
        return await practiceOf(db, connectionManager, params.id).write({
          id,
          number: from,
          name: body.name || from,
          body: body.body,
          file: file && sent(file),
          quotedMsgId: body.quotedMsgId ?? null,
          group: body.group ?? null,
          seconds,
          waveform,
          ...(place && { place }),
          ...(contacts && { contacts }),
          ...(referral && { referral }),
          ...(choiceId && { choiceId }),
        });
      } finally {
        await file?.upload.discard();
      }
    },
    {
      can: "practice",
      params: idParam,
      body: messageBody,
      accepts: media,
      jsonLimit: 1.5 * 1024 * 1024,
    },
  )
  .get(
    "/:id/messages",
    ({ db, connectionManager, practice, params, query }) => {
      practiceOf(db, connectionManager, params.id);
      return practice.network(db.company).conversation(params.id, query.number);
    },
    { can: "practice", params: idParam, query: z.object({ number }) },
  )
  .get(
    "/:id/messages/:messageId/file",
    ({ db, connectionManager, practice, params: { id, messageId }, set }) => {
      practiceOf(db, connectionManager, id);
      const network = practice.network(db.company);
      const file = network.find(id, messageId)?.media && network.file(id, messageId);
      if (!file) return noMessage();
      set.headers["content-type"] = file.type;
      set.headers["content-disposition"] = "attachment";
      return new Response(Bun.file(file.path));
    },
    { can: "practice", params: idParam.extend({ messageId: bounded(100) }) },
  )
  .get(
    "/:id/phones",
    ({ db, connectionManager, practice, params }) => {
      practiceOf(db, connectionManager, params.id);
      return practice
        .network(db.company)
        .phones(params.id)
        .map((phone) =>
          phone.name === phone.number
            ? { ...phone, name: withNumber(db, phone.number).contacts[0]?.name ?? phone.name }
            : phone,
        );
    },
    { can: "practice", params: idParam },
  )
  .get(
    "/:id/receipts",
    ({ db, connectionManager, practice, params }) => {
      practiceOf(db, connectionManager, params.id);
      return { receipts: practice.network(db.company).receipts(params.id) };
    },
    { can: "practice", params: idParam },
  )
  .post(
    "/:id/acks",
    ({ db, connectionManager, params, body }) => {
      return practiceOf(db, connectionManager, params.id).ack(body.id, body.ack) ?? noMessage();
    },
    {
      can: "practice",
      params: idParam,
      body: z.object({ id: bounded(100), ack: z.number().int().min(1).max(4) }),
    },
  )
  .post(
    "/:id/typing",
    ({ db, connectionManager, params, body }) => {
      practiceOf(db, connectionManager, params.id).type(body.from, body.state);
      return {};
    },
    {
      can: "practice",
      params: idParam,
      body: z.object({ from: number, state: z.enum(typingStates) }),
    },
  )
  .post(
    "/:id/faults",
    async ({ db, connectionManager, params, body }) => {
      await practiceOf(db, connectionManager, params.id).fault(body);
      if (body.dayPassed) passDay(db, params.id, body.dayPassed);
      return find(db, params.id);
    },
    { can: "practice", params: idParam, body: faults },
  );

const noMessage = (): never => {
  throw new Fault("missing", "ERR_NO_MESSAGE_FOUND", {
    message: "O telefone não tem esta mensagem",
  });
};

function practiceOf(db: CompanyDb, connectionManager: ConnectionManager, id: number): Practice {
  refuseUnlessPractice(db, id);
  return (connectionManager.channel(db.company, id) as Practice | undefined) ?? noPractice();
}

// Only for practice connections: a user must not write as the customer of a real number.
function refuseUnlessPractice(db: CompanyDb, id: number) {
  if (!isPractice(find(db, id).provider)) noPractice();
}

const noPractice = (): never => {
  throw new Fault("missing", "ERR_NO_WAPP_FOUND", { message: "Conexão de treino não encontrada" });
};

const sent = ({ upload: { path, name, size }, type }: { upload: Upload; type: string }) => ({
  path,
  name,
  size,
  type,
});
