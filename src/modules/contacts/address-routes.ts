import { z } from "zod";
import { idParam, zipCode } from "../../kit/http/fields.ts";
import { inject, routes } from "../../kit/http/http.ts";
import type { HttpClient } from "../../kit/net/http-client.ts";
import { findContact } from "./contacts.ts";
import {
  addAddress,
  updateAddress,
  findAddress,
  addressBody,
  addressesOf,
  newAddress,
  removeAddress,
} from "./addresses.ts";
import { addressOfZip } from "./zip.ts";
import { contactAddresses } from "./table.ts";

const ofContact = z.object({ contactId: idParam.shape.id });

export const addressRoutes = routes("/contactAddress")
  .get(
    "/all/:contactId",
    ({ db, params }) => ({
      contactAddress: addressesOf(db, findContact(db, params.contactId).id),
    }),
    { can: "contacts.read", params: ofContact },
  )
  .get("/:id", ({ db, params }) => findAddress(db, params.id), {
    can: "contacts.read",
    params: idParam,
  })
  .post(
    "/",
    ({ db, body, set }) => {
      set.status = 201;
      return addAddress(db, body);
    },
    { can: "contacts.write", body: newAddress },
  )
  .put("/:id", ({ db, params, body }) => updateAddress(db, params.id, body), {
    can: "contacts.write",
    params: idParam,
    body: addressBody.partial(),
    edits: { table: contactAddresses },
  })
  .delete("/:id", ({ db, params }) => removeAddress(db, params.id), {
    can: "contacts.write",
    params: idParam,
  });

/** The address of a Brazilian postal code. */
export const zipRoutes = routes("/cep")
  .use(inject<HttpClient>()("httpClient"))
  .use(inject<string>()("cepUrl"))
  .get("/:zip", ({ httpClient, cepUrl, params }) => addressOfZip(httpClient, cepUrl, params.zip), {
    can: "contacts.read",
    params: z.object({ zip: zipCode }),
  });
