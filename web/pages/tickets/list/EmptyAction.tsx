/** The one action where a list is empty. */
export const EmptyAction = ({ label, run }: { label: string; run: () => void }) => (
  <button type="button" className="btn" onClick={run}>
    {label}
  </button>
);
