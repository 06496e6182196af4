import { crud } from "../../kit/http/crud.ts";
import { store } from "./stores.ts";

export default crud(store);
