import { expect, test } from "bun:test";
import { videoId } from "./video.ts";

const id = "aB3_-56789x";

test("a video is known by its id, and by every link to it that people copy", () => {
  for (const pasted of [
    id,
    ` ${id}\n`,
    `https://www.youtube.com/watch?v=${id}`,
    `http://youtube.com/watch?list=PL1&v=${id}&t=42s`,
    `youtube.com/watch?v=${id}`,
    `https://m.youtube.com/watch?v=${id}`,
    `https://music.youtube.com/watch?v=${id}`,
    `https://youtu.be/${id}?si=x`,
    `youtu.be/${id}`,
    `https://www.youtube.com/embed/${id}`,
    `https://www.youtube-nocookie.com/embed/${id}?rel=0`,
    `https://www.youtube.com/shorts/${id}`,
    `https://www.youtube.com/live/${id}?feature=share`,
    `HTTPS://WWW.YOUTUBE.COM/watch?v=${id}`,
  ])
    expect([pasted, videoId(pasted)]).toEqual([pasted, id]);
});

test("whatever else is pasted is no video", () => {
  for (const pasted of [
    "",
    "oi",
    id.slice(1),
    `${id}x`,
    "https://www.youtube.com/",
    "https://www.youtube.com/watch?v=",
    `https://www.youtube.com/watch?x=${id}`,
    `https://www.youtube.com/channel/${id}`,
    `https://youtube.com.exemplo.com/watch?v=${id}`,
    `https://exemplo.com/watch?v=${id}`,
    `https://vimeo.com/${id}`,
    `javascript:alert("${id}")`,
    `https://youtu.be/${id}"><script>`,
    `https://youtu.be/${id}%22`,
    `ftp://youtu.be/${id}`,
    "https://",
    "a".repeat(10_000),
  ])
    expect([pasted.slice(0, 60), videoId(pasted)]).toEqual([pasted.slice(0, 60), undefined]);
});
