import { signal } from "@preact/signals-react";
import { ApiError } from "../kit/api.ts";
import type { List } from "../lists/list.ts";
import type { Row } from "../lists/paged-list.ts";
import type { Listing } from "../lists/listing.ts";
import { ListView } from "../lists/ListPage.tsx";
import type { Story } from "./story.ts";

/** A list page in each state of its list. */
export const listStories = <R extends Row>(name: string, listing: Listing<R>, rows: R[]): Story[] =>
  Object.entries(listStates(rows)).map(([state, list]) => ({
    name: `${name} ${state}`,
    show: () => <ListView listing={listing} list={list} />,
  }));

/** A list in each of its states. */
export function listStates<R extends Row>(rows: R[]): Record<string, List<R>> {
  const list = (
    given: Partial<{
      rows: R[];
      hasMore: boolean;
      loading: boolean;
      failed: unknown;
      search: string;
    }>,
  ): List<R> => ({
    rows: signal(given.rows ?? []),
    hasMore: signal(given.hasMore ?? false),
    count: signal(given.rows?.length ?? 0),
    loading: signal(given.loading ?? false),
    failed: signal(given.failed ?? null),
    search: signal(given.search ?? ""),
    more: () => {},
    reload: () => {},
  });
  return {
    empty: list({}),
    one: list({ rows: rows.slice(0, 1) }),
    many: list({ rows }),
    "loading more": list({ rows: rows.slice(0, 2), hasMore: true }),
    loading: list({ loading: true }),
    searching: list({ rows, loading: true, search: "enc" }),
    "no match": list({ search: "xyz" }),
    refused: list({ failed: new ApiError(403, { error: "ERR_NO_PERMISSION" }) }),
    offline: list({ failed: new ApiError(0, { error: "ERR_NETWORK" }) }),
  };
}
