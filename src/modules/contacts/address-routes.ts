import { z } from "zod";
import { idParam, zipCode } from "../../kit/fields.ts";
import { inject, routes } from "../../kit/http.ts";
import type { HttpClient } from "../../kit/http-client.ts";
import { find } from "./contacts.ts";
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
    ({ store, params }) => ({
      contactAddress: addressesOf(store, find(store.db, params.contactId).id),
    }),
    { can: "contacts.read", params: ofContact },
  )
  .get("/:id", ({ store, params }) => findAddress(store.db, params.id), {
    can: "contacts.read",
    params: idParam,
  })
  .post(
    "/",
    ({ store, body, set }) => {
      set.status = 201;
      return addAddress(store, body);
    },
    { can: "contacts.write", body: newAddress },
  )
  .put("/:id", ({ store, params, body }) => updateAddress(store, params.id, body), {
    can: "contacts.write",
    params: idParam,
    body: addressBody.partial(),
    edits: { table: contactAddresses },
  })
  .delete("/:id", ({ store, params }) => removeAddress(store, params.id), {
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
