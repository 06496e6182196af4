import {
  CheckCheck,
  CircleSlash,
  MessageSquareReply,
  RotateCcw,
  RotateCw,
  Shuffle,
  UserCheck,
  Users,
} from "lucide-react";
import { IconButton } from "../../../kit/IconButton.tsx";
import { Menu, type MenuItem } from "../../../kit/Menu.tsx";
import { useTranslation } from "../../../kit/text.ts";
import type { Connection } from "../../../types.ts";
import { SetClock, type SetTime } from "./SetClock.tsx";
import type { SimulatorState, PlayedTurn } from "./use-simulator.ts";

type Props = {
  simulator: SimulatorState;
  turns: PlayedTurn[];
  /** The queues that an agent may transfer to, with their names in the draft. */
  targets: { id: number; name: string }[];
  connections: Connection[];
  connection: Connection | undefined;
  onConnection: (id: number) => void;
  /** Whether the connection serves every queue of the draft. */
  isServed: boolean;
  when: SetTime | null;
  timezone: string;
  onWhen: (when: SetTime | null) => void;
};

/** The controls of a simulation: the team's actions, the connection and the clock. */
export function SimulatorHead(props: Props) {
  const { t } = useTranslation();
  const { simulator, turns, targets, connections, connection, isServed } = props;
  const state = turns.at(-1)?.step?.state;
  const isIdle = state === undefined || state.status === "closed" || simulator.busy;
  return (
    <div className="flex shrink-0 flex-col gap-2">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{t("simulator.title")}</h2>
        <Menu
          label={t("simulator.team")}
          tip={false}
          className="btn btn-sm"
          items={teamActions(simulator, targets, isIdle, t)}
        >
          <Users size={15} aria-hidden />
          {t("simulator.team")}
        </Menu>
        <button
          type="button"
          className={`btn btn-sm ${simulator.stale ? "btn-primary" : ""}`}
          disabled={turns.length === 0 || simulator.busy}
          onClick={simulator.replay}
        >
          <RotateCw size={15} aria-hidden />
          {t("simulator.again")}
        </button>
        <IconButton
          label={t("simulator.restart")}
          icon={RotateCcw}
          disabled={turns.length === 0}
          onClick={simulator.restart}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {connections.length > 1 && (
          <select
            aria-label={t("simulator.through")}
            className="select select-sm w-auto min-w-0 flex-1"
            value={connection?.id ?? ""}
            onChange={({ target }) => props.onConnection(Number(target.value))}
          >
            {connections.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
        <SetClock when={props.when} timezone={props.timezone} onChange={props.onWhen} />
      </div>
      {connection && !isServed && (
        <p className="text-muted text-small">
          {t("simulator.notServed", { connection: connection.name })}
        </p>
      )}
      {simulator.stale && (
        <p role="status" className="text-waiting text-small">
          {t("simulator.stale")}
        </p>
      )}
    </div>
  );
}

const teamActions = (
  { run }: SimulatorState,
  targets: Props["targets"],
  disabled: boolean,
  t: (key: string, values?: Record<string, string>) => string,
): MenuItem[] => [
  {
    label: t("simulator.actions.answer"),
    icon: MessageSquareReply,
    disabled,
    onSelect: () => run({ type: "answer" }),
  },
  {
    label: t("simulator.actions.accept"),
    icon: UserCheck,
    disabled,
    onSelect: () => run({ type: "accept" }),
  },
  ...targets.map(({ id, name }) => ({
    label: t("simulator.actions.transfer", { queue: name || t("queues.new") }),
    icon: Shuffle,
    disabled,
    onSelect: () => run({ type: "transfer", queueId: id }),
  })),
  {
    label: t("simulator.actions.close"),
    icon: CheckCheck,
    disabled,
    onSelect: () => run({ type: "close", silent: false }),
  },
  {
    label: t("simulator.actions.closeSilently"),
    icon: CircleSlash,
    disabled,
    onSelect: () => run({ type: "close", silent: true }),
  },
];
