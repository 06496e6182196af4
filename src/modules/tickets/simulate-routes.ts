import { routes } from "../../kit/http.ts";
import { simulate, simulation } from "./attendance/simulate.ts";

export default routes("/queue").post("/simulate", ({ store, body }) => simulate(store, body), { can: "queues.write", body: simulation });
