import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import type * as iasTable from "../../src/modules/ias/table.ts";
import type * as integrationsTable from "../../src/modules/integrations/table.ts";
import type { Wire } from "../../src/shared/wire.ts";
import { api } from "../kit/api.ts";
import { live } from "../session/live.ts";
import { plan } from "../session/session.ts";

export type Ia = Wire<iasTable.Ia>;
export type Integration = Wire<integrationsTable.Integration>;

/** The AIs and integrations that can answer customers; null before they load. */
export const ias = signal<Ia[] | null>(null);
export const integrations = signal<Integration[] | null>(null);

/** Loads the AIs and integrations that the plan allows. */
export function useAnswerers() {
  useSignals();
  const { useOpenAi = false, useIntegrations = false } = plan.value ?? {};
  useEffect(() => {
    const readIas = async () =>
      void (ias.value = useOpenAi ? await api.get<Ia[]>("/ias/list").catch(() => []) : []);
    const readIntegrations = async () =>
      void (integrations.value = useIntegrations
        ? await api.get<{ queueIntegrations: Integration[] }>("/queueIntegration").then(
            (answer) => answer.queueIntegrations,
            () => [],
          )
        : []);
    void readIas();
    void readIntegrations();
    const closers = [
      live.on("ias", () => void readIas()),
      live.on("queueIntegration", () => void readIntegrations()),
      live.onReset(() => void Promise.all([readIas(), readIntegrations()])),
    ];
    return () => closers.forEach((close) => close());
  }, [useOpenAi, useIntegrations]);
}
