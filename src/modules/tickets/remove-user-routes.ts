import { idParam } from "../../kit/fields.ts";
import { routes } from "../../kit/http.ts";
import { removeUser } from "./lifecycle/remove-user.ts";

export default routes("/users").delete("/:id", ({ store, control, me, params }) => removeUser(store, control, me, params.id), { can: "users.write", params: idParam });
