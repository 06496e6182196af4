import { Bot } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "wouter";
import type { DayFigures, PersonFigures } from "../../../src/modules/dashboard/table.ts";
import { Avatar } from "../../kit/Avatar.tsx";
import { money, useTranslation } from "../../kit/text.ts";
import { numberText } from "../../parts/figures.ts";
import { durationText } from "./durations.ts";
import type { Filter } from "./figures-of.ts";
import { listHref } from "./links.ts";

const link = "underline-offset-3 hover:underline focus-visible:underline";
const cell = "h-10 pl-3 text-right whitespace-nowrap";

/** The work of each user, of the bot and of nobody, with their sum. */
export function People({
  day,
  filter,
  isNow,
}: {
  day: DayFigures;
  filter: Filter;
  isNow: boolean;
}) {
  const { t } = useTranslation();
  const id = useId();
  const people = day.people.filter(({ id: user }) => user !== null);
  const nobody = day.people.find(({ id: user }) => user === null)!;
  const waiting = day.people.reduce((sum, one) => sum + one.waiting, 0);
  const head = "text-muted text-small h-7.5 pl-3 text-right font-medium whitespace-nowrap";
  return (
    <section className="card-quiet min-w-0 px-4 py-3.5" aria-labelledby={id} data-people>
      <h2 id={id} className="mb-1 font-semibold">
        {t("dashboard.people.title")}
      </h2>
      <table className="tabular w-full">
        <thead>
          <tr>
            <th scope="col" className="text-muted text-small h-7.5 text-left font-medium">
              {t("dashboard.people.person")}
            </th>
            {isNow && (
              <th scope="col" className={head}>
                {t("dashboard.people.waiting")}
              </th>
            )}
            <th scope="col" className={head}>
              {t("dashboard.people.resolved")}
            </th>
            <th scope="col" className={`${head} max-phone:hidden`}>
              {t("dashboard.people.firstAnswer")}
            </th>
            {day.sales && (
              <th scope="col" className={head}>
                {t("dashboard.people.sold")}
              </th>
            )}
          </tr>
        </thead>
        <tbody className="[&>tr+tr>*]:border-line [&>tr+tr>*]:border-t">
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              filter={filter}
              isNow={isNow}
              withSales={day.sales !== null}
            >
              <span className="max-phone:hidden">
                <Avatar name={person.name} size={24} />
              </span>
              <span className="truncate">{person.name}</span>
            </PersonRow>
          ))}
          <tr data-person="bot">
            <Name>
              <span
                aria-hidden
                className="bg-base-300 text-muted grid size-6 shrink-0 place-items-center rounded-full max-phone:hidden"
              >
                <Bot size={14} />
              </span>
              {t("dashboard.people.bot")}
            </Name>
            {isNow && <td className={cell}>–</td>}
            <td className={cell}>
              <Link href={listHref("byBot", filter)} className={link}>
                {numberText(day.byBot.now ?? 0)}
              </Link>
            </td>
            <td className={`${cell} max-phone:hidden`}>
              {day.byBot.now ? t("dashboard.people.atOnce") : "–"}
            </td>
            {day.sales && <td className={cell}>–</td>}
          </tr>
          <PersonRow
            person={nobody}
            filter={filter}
            isNow={isNow}
            withSales={day.sales !== null}
            isMuted
          >
            <span
              aria-hidden
              className="border-(--field-line) size-6 shrink-0 rounded-full border-[1.5px] border-dashed max-phone:hidden"
            />
            {t("dashboard.people.nobody")}
          </PersonRow>
          <tr data-person="all" className="font-semibold">
            <Name>{t("dashboard.people.all")}</Name>
            {isNow && (
              <td className={cell}>
                <Link href={listHref("team")} className={link}>
                  {numberText(waiting)}
                </Link>
              </td>
            )}
            <td className={cell}>
              <Link href={listHref("resolved", filter)} className={link}>
                {numberText(day.resolved.now ?? 0)}
              </Link>
            </td>
            <td className={`${cell} max-phone:hidden`}>{durationText(day.firstAnswer.now)}</td>
            {day.sales && (
              <td className={cell}>
                <Link href={listHref("sales", filter)} className={link}>
                  {money(day.sales.total)}
                </Link>
              </td>
            )}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

const Name = ({ children }: { children: ReactNode }) => (
  <th
    scope="row"
    className="w-2/5 max-w-0 text-left font-[inherit] font-normal [tr.font-semibold>&]:font-semibold"
  >
    <span className="flex min-w-0 items-center gap-2">{children}</span>
  </th>
);

type RowProps = {
  person: PersonFigures;
  filter: Filter;
  isNow: boolean;
  withSales: boolean;
  isMuted?: boolean;
  children: ReactNode;
};

function PersonRow({ person, filter, isNow, withSales, isMuted = false, children }: RowProps) {
  const userId = person.id ?? 0;
  const muted = isMuted ? "text-muted" : "";
  const isWaiting = isMuted && person.waiting > 0;
  return (
    <tr data-person={person.name || "nobody"} className={muted}>
      <Name>{children}</Name>
      {isNow && (
        <td className={`${cell} ${isWaiting ? "text-waiting font-semibold" : ""}`}>
          <Link href={listHref("team", { userId })} className={link}>
            {numberText(person.waiting)}
          </Link>
        </td>
      )}
      <td className={cell}>
        {person.resolved === 0 && isMuted ? (
          "–"
        ) : (
          <Link href={listHref("resolved", { ...filter, userId })} className={link}>
            {numberText(person.resolved)}
          </Link>
        )}
      </td>
      <td className={`${cell} max-phone:hidden`}>
        {person.firstAnswer === null ? (
          "–"
        ) : (
          <Link href={listHref("firstAnswer", { ...filter, userId })} className={link}>
            {durationText(person.firstAnswer)}
          </Link>
        )}
      </td>
      {withSales && (
        <td className={cell}>
          {person.sold === "0.00" ? (
            "–"
          ) : (
            <Link href={listHref("sales", { ...filter, userId })} className={link}>
              {money(person.sold)}
            </Link>
          )}
        </td>
      )}
    </tr>
  );
}
