import { box, type Drawing, ellipse, line, polygon, shadow } from "./demo-shapes.ts";

/** A product's picture, drawn on a square of 100 by 100. */
export const drawings = {
  roll: (ground, crust = "#d9974a", cut = "#f3cf93") => ({
    ground,
    shapes: [
      shadow(78),
      ellipse([50, 55], [36, 23], crust),
      line([36, 46], [46, 64], 3, cut),
      line([50, 44], [60, 62], 3, cut),
      line([64, 44], [72, 58], 3, cut),
    ],
  }),
  loaf: (ground, crust = "#b9713a", crumb = "#f1d3a0") => ({
    ground,
    shapes: [
      shadow(80),
      box([50, 57], [34, 21], 10, crust),
      ellipse([50, 40], [36, 17], crust),
      box([50, 58], [27, 15], 7, crumb),
      ellipse([50, 42], [28, 11], crumb),
    ],
  }),
  baguette: (ground, crust = "#c98542", cut = "#f3cf93") => ({
    ground,
    shapes: [
      shadow(80),
      line([24, 68], [76, 36], 12, crust),
      line([34, 56], [41, 66], 2.5, cut),
      line([46, 48], [53, 59], 2.5, cut),
      line([58, 41], [65, 52], 2.5, cut),
    ],
  }),
  croissant: (ground, crust = "#d68f3f", fold = "#b06a25") => ({
    ground,
    shapes: [
      ellipse([50, 50], [36, 27], crust),
      ellipse([50, 70], [24, 21], ground),
      shadow(80),
      line([38, 27], [41, 47], 1.6, fold),
      line([62, 27], [59, 47], 1.6, fold),
      line([23, 42], [31, 53], 1.6, fold),
      line([77, 42], [69, 53], 1.6, fold),
    ],
  }),
  balls: (ground, crust = "#e3b04b", light = "#f6d98c") => ({
    ground,
    shapes: [
      shadow(80),
      ...(
        [
          [33, 62],
          [67, 62],
          [50, 40],
        ] as const
      ).flatMap(([x, y]) => [
        ellipse([x, y], [17, 16], crust),
        ellipse([x - 5, y - 6], [6, 5], light),
      ]),
    ],
  }),
  drop: (ground, crust = "#c9762b", light = "#e7a65a") => ({
    ground,
    shapes: [
      shadow(81),
      polygon(
        [
          [50, 20],
          [68, 56],
          [32, 56],
        ],
        5,
        crust,
      ),
      ellipse([50, 60], [25, 20], crust),
      ellipse([42, 58], [6, 9], light),
    ],
  }),
  cake: (ground, body = "#8a4b2a", icing = "#f6e7d0", top = "#c8324a") => ({
    ground,
    shapes: [
      shadow(80),
      box([50, 61], [31, 18], 5, body),
      box([50, 60], [31, 3], 1, icing),
      box([50, 44], [32, 6], 6, icing),
      ...[27, 42, 58, 73].map((x) => ellipse([x, 51], [5, 6], icing)),
      ...[34, 50, 66].map((x) => ellipse([x, 36], [5, 5], top)),
    ],
  }),
  slice: (ground, body = "#e5a94e", icing = "#6b3a1e", filling = "#f6e7d0") => ({
    ground,
    shapes: [
      shadow(78),
      polygon(
        [
          [22, 52],
          [78, 36],
          [78, 52],
        ],
        3,
        icing,
      ),
      polygon(
        [
          [22, 54],
          [78, 54],
          [78, 72],
          [22, 72],
        ],
        3,
        body,
      ),
      box([50, 63], [29, 2.4], 1, filling),
    ],
  }),
  cookie: (ground, body = "#c78a4a", chips = "#5b3218") => ({
    ground,
    shapes: [
      shadow(81),
      ellipse([50, 51], [30, 30], body),
      ...(
        [
          [40, 40],
          [58, 37],
          [65, 54],
          [49, 53],
          [37, 60],
          [54, 68],
        ] as const
      ).map(([x, y]) => ellipse([x, y], [4, 4], chips)),
    ],
  }),
  ring: (ground, icing = "#e58aa6", body = "#c98a4b") => ({
    ground,
    shapes: [
      shadow(81),
      ellipse([50, 53], [31, 29], body),
      ellipse([50, 50], [29, 25], icing),
      ellipse([50, 51], [10, 9], body),
      ellipse([50, 53], [9, 8], ground),
      ...(
        [
          [34, 40],
          [48, 32],
          [65, 39],
          [70, 54],
          [32, 57],
        ] as const
      ).map(([x, y]) => line([x - 2, y], [x + 2, y + 2], 1.3, "#fffaf0")),
    ],
  }),
  sandwich: (ground, filling = "#d0453e", bread = "#dca35a") => ({
    ground,
    shapes: [
      shadow(78),
      box([50, 67], [33, 7], 6, bread),
      box([50, 57], [35, 4], 3, filling),
      box([50, 51], [35, 3], 3, "#7aa84a"),
      box([50, 45], [34, 3], 2, "#f2c744"),
      ellipse([50, 37], [34, 15], bread),
      box([50, 41], [33, 5], 3, bread),
    ],
  }),
  cup: (ground, drink = "#5c3a21", china = "#fffaf2") => ({
    ground,
    shapes: [
      shadow(80),
      ellipse([72, 52], [13, 13], china),
      ellipse([72, 52], [7, 7], ground),
      polygon(
        [
          [28, 38],
          [72, 38],
          [65, 72],
          [35, 72],
        ],
        5,
        china,
      ),
      ellipse([50, 37], [26, 8], china),
      ellipse([50, 37], [21, 5.5], drink),
      line([42, 24], [45, 17], 1.6, china),
      line([55, 25], [58, 16], 1.6, china),
    ],
  }),
  glass: (ground, drink = "#f39a2b", straw = "#e0475b") => ({
    ground,
    shapes: [
      shadow(83),
      line([56, 50], [66, 14], 2, straw),
      polygon(
        [
          [32, 28],
          [68, 28],
          [62, 78],
          [38, 78],
        ],
        3,
        "#ffffff",
      ),
      polygon(
        [
          [35, 38],
          [65, 38],
          [60, 76],
          [40, 76],
        ],
        2,
        drink,
      ),
      ellipse([45, 52], [3, 3], "#ffffff"),
      ellipse([54, 62], [2.4, 2.4], "#ffffff"),
    ],
  }),
  bottle: (ground, drink = "#4f9ed1", label = "#ffffff") => ({
    ground,
    shapes: [
      shadow(86),
      box([50, 20], [6, 5], 2, "#38434d"),
      box([50, 31], [7, 9], 3, drink),
      box([50, 60], [16, 24], 9, drink),
      box([50, 60], [16, 9], 1, label),
    ],
  }),
  wedge: (ground, cheese = "#f2c33d", hole = "#d79f1f") => ({
    ground,
    shapes: [
      shadow(77),
      polygon(
        [
          [22, 50],
          [70, 30],
          [78, 50],
        ],
        3,
        "#f8dc7d",
      ),
      polygon(
        [
          [22, 52],
          [78, 52],
          [78, 70],
          [22, 70],
        ],
        3,
        cheese,
      ),
      ellipse([38, 61], [5, 5], hole),
      ellipse([58, 58], [4, 4], hole),
      ellipse([67, 66], [3, 3], hole),
    ],
  }),
  jar: (ground, inside = "#b23a48", label = "#fff4dd") => ({
    ground,
    shapes: [
      shadow(83),
      box([50, 28], [20, 6], 3, "#8d6e53"),
      box([50, 57], [24, 24], 9, inside),
      box([50, 58], [24, 10], 1, label),
      ellipse([50, 58], [6, 6], inside),
    ],
  }),
} satisfies Record<string, (ground: string, ...colors: string[]) => Drawing>;
