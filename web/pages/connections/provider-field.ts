import { BadgeCheck, MessageCircle, Smartphone } from "lucide-react";
import type { Field } from "../../forms/form.ts";

/** The kind of a new connection. */
export const provider: Field = {
  tab: "connections.parts.basics",
  name: "provider",
  label: "connections.provider",
  type: "choice",
  required: true,
  choices: [
    {
      value: "beta",
      label: "connections.providers.beta",
      hint: "connections.betaHint",
      icon: MessageCircle,
    },
    {
      value: "cloud",
      label: "connections.providers.cloud",
      hint: "connections.cloudHint",
      icon: BadgeCheck,
    },
    {
      value: "practice",
      label: "connections.providers.practice",
      hint: "connections.practiceHint",
      icon: Smartphone,
    },
    {
      value: "practiceCloud",
      label: "connections.providers.practiceCloud",
      hint: "connections.practiceCloudHint",
      icon: BadgeCheck,
    },
  ],
};
