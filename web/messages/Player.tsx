import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { Pause, Play } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "../kit/text.ts";
import { playAlone } from "./play-alone.ts";
import { waveformBars, durationText } from "./waveform.ts";

type Props = {
  source: string;
  /** The length where it is available before loading; otherwise 0. */
  seconds: number;
  waveform: number[] | null;
  label: string;
  onBroken?: () => void;
};

const speeds = [1, 1.5, 2];

/** One speed for all sounds, stored on this device. */
const speed = signal(speeds.find((one) => String(one) === localStorage.getItem("speed")) ?? 1);

/** Plays a sound. Arrow keys step by 5 s. A sound directly below plays next by itself. */
export function Player({ source, seconds, waveform, label, onBroken }: Props) {
  useSignals();
  const { t } = useTranslation();
  const audio = useRef<HTMLAudioElement>(null);
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [measured, setMeasured] = useState(0);
  const length = measured || seconds;
  const playedPart = length > 0 ? Math.min(1, at / length) : 0;

  const toggle = () => {
    const sound = audio.current;
    if (!sound) return;
    if (!sound.paused) return sound.pause();
    sound.playbackRate = speed.peek();
    // An unplayable source fires an error event.
    void sound.play().catch(() => undefined);
  };

  const seek = (to: number) => {
    const target = Math.max(0, Math.min(length, to));
    setAt(target);
    if (audio.current) audio.current.currentTime = target;
  };

  const press = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: at - 5,
      ArrowDown: at - 5,
      ArrowRight: at + 5,
      ArrowUp: at + 5,
      Home: 0,
      End: length,
    }[event.key];
    if (event.key === " " || event.key === "Enter") toggle();
    else if (to !== undefined) seek(to);
    else return;
    event.preventDefault();
  };

  const faster = () => {
    speed.value = speeds[(speeds.indexOf(speed.peek()) + 1) % speeds.length] ?? 1;
    localStorage.setItem("speed", String(speed.peek()));
    if (audio.current) audio.current.playbackRate = speed.peek();
  };

  return (
    <div className="flex items-center gap-2" data-player>
      <audio
        ref={audio}
        src={source}
        preload={seconds > 0 ? "none" : "metadata"}
        onPlay={({ currentTarget }) => {
          playAlone(currentTarget);
          currentTarget.playbackRate = speed.peek();
          setPlaying(true);
        }}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onDurationChange={({ currentTarget }) =>
          Number.isFinite(currentTarget.duration) && setMeasured(currentTarget.duration)
        }
        onEnded={({ currentTarget }) => {
          setAt(0);
          setPlaying(false);
          void nextOf(currentTarget)
            ?.play()
            .catch(() => undefined);
        }}
        onError={onBroken}
      />
      <PlayButton playing={playing} toggle={toggle} />
      <Track
        waveform={waveform}
        playedPart={playedPart}
        length={length}
        at={at}
        label={label}
        seek={seek}
        press={press}
      />
      <button
        type="button"
        aria-label={t("messages.player.speed", { rate: speed.value })}
        className="btn btn-ghost btn-xs tabular w-11 shrink-0 rounded-full px-0"
        onClick={faster}
      >
        {speed.value}×
      </button>
    </div>
  );
}

/** The sound of the next bubble, if it has one; day separators do not count. */
function nextOf(sound: HTMLAudioElement) {
  let next = sound.closest("[data-bubble]")?.nextElementSibling;
  while (next && !next.hasAttribute("data-bubble")) next = next.nextElementSibling;
  return next?.querySelector<HTMLAudioElement>("[data-player] > audio");
}

/** The volume over time; a straight line without levels. */
function Waveform({ levels, played }: { levels: number[]; played: number }) {
  if (levels.length === 0) {
    return (
      <span
        aria-hidden
        className="bg-base-content/25 absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 overflow-hidden rounded-full"
      >
        <span className="bg-primary block h-full" style={{ width: `${played * 100}%` }} />
      </span>
    );
  }
  return (
    <span aria-hidden className="absolute inset-0 flex items-center justify-between">
      {levels.map((level, index) => (
        <span
          key={index}
          className={`w-[3px] rounded-full ${index / levels.length < played ? "bg-primary" : "bg-base-content/30"}`}
          style={{ height: `${Math.max(12, level * 100)}%` }}
        />
      ))}
    </span>
  );
}

function Track({
  waveform,
  playedPart,
  length,
  at,
  label,
  seek,
  press,
}: {
  waveform: number[] | null;
  playedPart: number;
  length: number;
  at: number;
  label: string;
  seek: (to: number) => void;
  press: (event: KeyboardEvent) => void;
}) {
  const { t } = useTranslation();

  return (
    <div className="min-w-0 flex-1">
      <div className="rounded has-[:focus-visible]:outline-primary relative h-8 has-[:focus-visible]:outline-2">
        <Waveform levels={waveformBars(waveform, 42)} played={playedPart} />
        <input
          type="range"
          min={0}
          max={length || 1}
          step="any"
          value={Math.min(at, length || 1)}
          aria-label={label}
          aria-valuetext={t("messages.player.position", {
            at: durationText(at),
            all: durationText(length),
          })}
          className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
          onChange={({ target }) => seek(Number(target.value))}
          onKeyDown={press}
        />
      </div>
      <p aria-hidden className="text-base-content/75 tabular -mt-0.5 text-xs">
        {durationText(at > 0 ? length - at : length)}
      </p>
    </div>
  );
}

function PlayButton({ playing, toggle }: { playing: boolean; toggle: () => void }) {
  const { t } = useTranslation();

  return (
    <button
      type="button"
      aria-label={t(playing ? "messages.player.pause" : "messages.player.play")}
      className="btn btn-primary btn-circle size-9 shrink-0"
      onClick={toggle}
    >
      {playing ? (
        <Pause size={18} aria-hidden />
      ) : (
        <Play size={18} aria-hidden className="ml-0.5" />
      )}
    </button>
  );
}
