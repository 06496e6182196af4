import { RotateCw } from "lucide-react";
import { Component, type ReactNode } from "react";
import { Empty } from "./Empty.tsx";
import { t } from "./text.ts";

/** Catches errors of a screen, and failed loads of files that a newer version has replaced. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div role="alert" data-broken>
        <Empty
          icon={RotateCw}
          title={t("common.broken")}
          text={t("common.brokenText")}
          action={
            <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
              {t("common.reload")}
            </button>
          }
        />
      </div>
    );
  }
}
