import { useTranslation } from "../../kit/text.ts";
import { Tabs } from "../../kit/Tabs.tsx";
import { type ShelfPart, shelfParts } from "../../../src/shared/stock.ts";
import { type useShelf, useShelfCounts } from "./shelf.ts";

/** The parts of the list with their counts, and the store. */
export function ShelfFilters({ shelf }: { shelf: ReturnType<typeof useShelf> }) {
  const { t } = useTranslation();
  const { storeId, part, stores, setStore, setPart } = shelf;
  const counts = useShelfCounts(storeId, part);
  return (
    <>
      <div className="w-max max-phone:hidden [&_button]:px-2! [&_button]:whitespace-nowrap">
        <Tabs
          label={t("products.parts")}
          variant="box"
          values={shelfParts}
          value={part}
          text={(one) => t(`products.part.${one}`)}
          counts={counts}
          onChange={setPart}
        />
      </div>
      {/* The tabs are wider than a phone. */}
      <select
        aria-label={t("products.parts")}
        className="select w-auto max-w-48 phone:hidden"
        value={part}
        onChange={({ target }) => setPart(target.value as ShelfPart)}
      >
        {shelfParts.map((one) => (
          <option key={one} value={one}>
            {[t(`products.part.${one}`), counts?.[one]]
              .filter((text) => text !== undefined)
              .join(" · ")}
          </option>
        ))}
      </select>
      {stores.length > 1 && (
        <select
          aria-label={t("stock.store")}
          className="select w-auto max-w-48"
          value={storeId ?? ""}
          onChange={({ target }) => setStore(Number(target.value))}
        >
          {stores.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </>
  );
}
