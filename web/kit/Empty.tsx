import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type Props = {
  icon: LucideIcon;
  title: string;
  text?: string;
  action?: ReactNode;
  /** It fills the whole page: the title is the page's heading. */
  page?: boolean;
};

/** Says why there is nothing here, and offers one action. */
export function Empty({ icon: Icon, title, text, action, page = false }: Props) {
  const Title = page ? "h1" : "p";
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center px-6 py-14 text-center">
      <span className="bg-base-200 text-muted border-line mb-4 grid size-14 place-items-center rounded-full border">
        <Icon size={24} strokeWidth={1.6} aria-hidden />
      </span>
      <Title className="text-base font-semibold">{title}</Title>
      {text && <p className="text-muted mt-1.5 text-balance">{text}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
