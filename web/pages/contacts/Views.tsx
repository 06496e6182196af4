import { useSignals } from "@preact/signals-react/runtime";
import { Plus, X } from "lucide-react";
import { useEffect, useState } from "react";
import { type ContactView, mostContactViews } from "../../../src/shared/preferences.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { changePreferences, preferences } from "../../session/preferences.ts";

type Filter = Omit<ContactView, "name">;

type Props = { filter: Filter; onChoose: (filter: Filter) => void };

const everyone: Filter = { search: "", tagIds: [] };

/** The user's own views of the list, each with the number of its contacts. */
export function Views({ filter, onChoose }: Props) {
  useSignals();
  const { t } = useTranslation();
  const [isNaming, setNaming] = useState(false);
  const views = preferences.value.contactViews ?? [];
  const chosen = views.find((view) => isSame(view, filter));
  const isNew = !chosen && !isSame(everyone, filter);
  const store = (contactViews: ContactView[]) => changePreferences({ contactViews });
  if (views.length === 0 && !isNew) return null;
  return (
    <div className="-mx-1 flex min-w-0 flex-wrap items-center gap-1">
      <View
        name={t("contacts.views.all")}
        filter={everyone}
        isChosen={isSame(everyone, filter)}
        onChoose={onChoose}
      />
      {views.map((view, index) => (
        <View
          key={index}
          name={view.name}
          filter={view}
          isChosen={view === chosen}
          onChoose={onChoose}
          onRemove={() => store(views.filter((one) => one !== view))}
        />
      ))}
      {isNew && views.length < mostContactViews && (
        <button type="button" className="btn btn-ghost btn-sm" onClick={() => setNaming(true)}>
          <Plus size={16} aria-hidden />
          {t("contacts.views.store")}
        </button>
      )}
      {isNaming && (
        <RowDialog
          title={t("contacts.views.store")}
          size="small"
          listing={{
            fields: [{ name: "name", label: "contacts.views.name", required: true, max: 40 }],
          }}
          values={{ name: "" }}
          onSave={({ name }) => store([...views, { name: String(name).trim(), ...filter }])}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  );
}

function View({
  name,
  filter,
  isChosen,
  onChoose,
  onRemove,
}: {
  name: string;
  filter: Filter;
  isChosen: boolean;
  onChoose: Props["onChoose"];
  onRemove?: () => unknown;
}) {
  const { t } = useTranslation();
  const count = useCount(filter);
  return (
    <span className={`inline-flex min-w-0 items-center rounded-lg ${isChosen ? "bg-hover" : ""}`}>
      <button
        type="button"
        aria-pressed={isChosen}
        className={`flex h-8 min-w-0 items-center gap-1.5 rounded-lg px-2 ${isChosen ? "font-semibold" : "text-muted hover:text-base-content"}`}
        onClick={() => onChoose({ search: filter.search, tagIds: filter.tagIds })}
      >
        <span className="max-w-40 truncate">{name}</span>
        {count !== undefined && <span className="text-small tabular">{count}</span>}
      </button>
      {isChosen && onRemove && (
        <IconButton label={t("contacts.views.remove", { name })} icon={X} onClick={onRemove} />
      )}
    </span>
  );
}

/** The number of contacts of a view; undefined until it is loaded. */
function useCount({ search, tagIds }: Filter): number | undefined {
  const [count, setCount] = useState<number>();
  const tags = JSON.stringify(tagIds);
  useEffect(() => {
    let isLate = false;
    void api
      .get<{ count: number }>("/contacts", {
        searchParam: search,
        ...(tags !== "[]" && { contactTag: tags }),
      })
      .then(
        (answer) => !isLate && setCount(answer.count),
        () => undefined,
      );
    return () => {
      isLate = true;
    };
  }, [search, tags]);
  return count;
}

const isSame = (one: Filter, other: Filter) =>
  one.search === other.search &&
  one.tagIds.length === other.tagIds.length &&
  one.tagIds.every((id) => other.tagIds.includes(id));
