/** Picture of red, green, blue and alpha, a byte each, row by row. */
export type Bitmap = { readonly width: number; readonly height: number; readonly data: Uint8Array };

/** Where the units of a picture lie on the bitmap. */
export type Placing = { readonly scale: number; readonly left: number; readonly top: number };

type Point = readonly [x: number, y: number];
type Line = { readonly points: readonly Point[]; readonly isClosed: boolean };
type Colour = readonly [red: number, green: number, blue: number];

/** Lines of one pixel's height that are examined: enough for an even edge. */
const SUBLINES = 4;
/** Length in pixels of the straight pieces that curves are drawn as. */
const PIECE = 2.5;
const CAP = { butt: 0, round: 1, square: 2 } as const;

export function emptyBitmap(width: number, height: number): Bitmap {
  return { width, height, data: new Uint8Array(width * height * 4) };
}

/**
 * Draws the operators that `readVectorPicture` writes: paths, filled and stroked in plain colours. Corners of strokes are
 * drawn round, which at the width of a logo's lines looks like any other.
 */
export function drawPicture(bitmap: Bitmap, operators: string, { scale, left, top }: Placing): void {
  const numbers: number[] = [];
  let lines: { points: Point[]; isClosed: boolean }[] = [];
  let [fill, stroke]: Colour[] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  let [width, cap] = [1, 0];
  const place = (at: number): Point => [left + (numbers[at] ?? 0) * scale, top + (numbers[at + 1] ?? 0) * scale];
  const current = () => lines.at(-1);
  const add = (...points: readonly Point[]) => current()?.points.push(...points);
  const colour = (): Colour => [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0];
  const paint = (isFilled: boolean, isStroked: boolean, isEvenOdd: boolean) => {
    if (isFilled)
      fillShapes(
        bitmap,
        lines.map(({ points }) => points),
        fill ?? [0, 0, 0],
        isEvenOdd,
      );
    if (isStroked) fillShapes(bitmap, outlineOf(lines, (width * scale) / 2, cap), stroke ?? [0, 0, 0], false);
    lines = [];
  };
  const carryOut: Readonly<Record<string, () => void>> = {
    rg: () => (fill = colour()),
    RG: () => (stroke = colour()),
    w: () => (width = numbers[0] ?? 1),
    J: () => (cap = numbers[0] ?? 0),
    m: () => lines.push({ points: [place(0)], isClosed: false }),
    l: () => add(place(0)),
    c: () => add(...curve(current()?.points.at(-1) ?? place(0), place(0), place(2), place(4))),
    h: () => {
      const line = current();
      if (!line) return;
      line.isClosed = true;
      // What follows begins where this line did.
      const [start] = line.points;
      if (start) lines.push({ points: [start], isClosed: false });
    },
    f: () => paint(true, false, false),
    'f*': () => paint(true, false, true),
    B: () => paint(true, true, false),
    'B*': () => paint(true, true, true),
    S: () => paint(false, true, false),
  };
  for (const token of operators.split(/\s+/)) {
    const number = Number(token);
    if (token !== '' && Number.isFinite(number)) {
      numbers.push(number);
      continue;
    }
    carryOut[token]?.();
    numbers.length = 0;
  }
}

/** Straight pieces of a Bézier curve, without its first point. */
function curve(from: Point, one: Point, two: Point, to: Point): Point[] {
  const length = distance(from, one) + distance(one, two) + distance(two, to);
  const count = Math.max(2, Math.ceil(length / PIECE));
  return Array.from({ length: count }, (_, index) => {
    const t = (index + 1) / count;
    const u = 1 - t;
    const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
    return [
      a * from[0] + b * one[0] + c * two[0] + d * to[0],
      a * from[1] + b * one[1] + c * two[1] + d * to[1],
    ] as const;
  });
}

function distance(from: Point, to: Point): number {
  return Math.hypot(to[0] - from[0], to[1] - from[1]);
}

/** Shapes that together cover the strokes of lines, all turning the same way, so that where they overlap is covered too. */
function outlineOf(lines: readonly Line[], half: number, cap: number): Point[][] {
  return lines.flatMap(({ points, isClosed }) => {
    const all = isClosed && points[0] ? [...points, points[0]] : points;
    const shapes: Point[][] = [];
    for (const [index, to] of all.entries()) {
      const from = all[index - 1];
      const isEnd = !isClosed && (index === 0 || index === all.length - 1);
      if (all.length > 1 && (!isEnd || cap === CAP.round)) shapes.push(circle(to, half));
      if (from) {
        const longer = (isAtEnd: boolean) => (cap === CAP.square && !isClosed && isAtEnd ? half : 0);
        shapes.push(bar(from, to, half, longer(index === 1), longer(index === all.length - 1)));
      }
    }
    return shapes;
  });
}

function circle([x, y]: Point, radius: number): Point[] {
  const count = Math.max(12, Math.ceil((2 * Math.PI * radius) / PIECE));
  return Array.from({ length: count }, (_, index) => {
    const turn = (index / count) * 2 * Math.PI;
    return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)] as const;
  });
}

/** A straight piece of a stroke, made longer at its start and at its end. */
function bar(from: Point, to: Point, half: number, before: number, after: number): Point[] {
  const length = distance(from, to);
  if (length === 0) return [];
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const [sx, sy] = [-dy * half, dx * half];
  const start: Point = [from[0] - dx * before, from[1] - dy * before];
  const end: Point = [to[0] + dx * after, to[1] + dy * after];
  // In the direction of `circle`.
  return [
    [start[0] - sx, start[1] - sy],
    [end[0] - sx, end[1] - sy],
    [end[0] + sx, end[1] + sy],
    [start[0] + sx, start[1] + sy],
  ];
}

type Crossing = { readonly x: number; readonly turn: 1 | -1 };

type Edge = readonly [from: Point, to: Point];

/** Paints the inside of closed shapes. Where one covers a part of a pixel, it paints that share of it. */
function fillShapes(bitmap: Bitmap, shapes: readonly (readonly Point[])[], colour: Colour, isEvenOdd: boolean): void {
  const { width, height } = bitmap;
  const covered = new Float64Array(width);
  for (const [row, edges] of edgesByRow(shapes, height).entries()) {
    if (!edges) continue;
    covered.fill(0);
    for (let line = 0; line < SUBLINES; line += 1) {
      const y = row + (line + 0.5) / SUBLINES;
      for (const [start, end] of insideOf(edges, y, isEvenOdd)) cover(covered, start, end);
    }
    for (let x = 0; x < width; x += 1) {
      const share = covered[x] ?? 0;
      if (share > 0) blend(bitmap, row * width + x, colour, Math.min(1, share));
    }
  }
}

/** The edges that each row of pixels is crossed by. */
function edgesByRow(shapes: readonly (readonly Point[])[], height: number): (Edge[] | undefined)[] {
  const rows: (Edge[] | undefined)[] = Array.from({ length: height });
  for (const points of shapes) {
    for (const [index, from] of points.entries()) {
      const to = points[(index + 1) % points.length] ?? from;
      if (from[1] === to[1]) continue;
      const last = Math.min(height - 1, Math.floor(Math.max(from[1], to[1])));
      for (let row = Math.max(0, Math.floor(Math.min(from[1], to[1]))); row <= last; row += 1) {
        (rows[row] ??= []).push([from, to]);
      }
    }
  }
  return rows;
}

/** Parts of a line at height `y` that lie inside. */
function insideOf(edges: readonly Edge[], y: number, isEvenOdd: boolean): [number, number][] {
  const crossings: Crossing[] = [];
  for (const [from, to] of edges) {
    if (from[1] <= y === to[1] <= y) continue;
    const x = from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0]);
    crossings.push({ x, turn: to[1] > from[1] ? 1 : -1 });
  }
  crossings.sort((a, b) => a.x - b.x);
  const parts: [number, number][] = [];
  let winding = 0;
  for (const [index, { x, turn }] of crossings.entries()) {
    winding += turn;
    const next = crossings[index + 1];
    const isInside = isEvenOdd ? index % 2 === 0 : winding !== 0;
    if (isInside && next) parts.push([x, next.x]);
  }
  return parts;
}

function cover(covered: Float64Array, start: number, end: number): void {
  const [from, to] = [Math.max(0, start), Math.min(covered.length, end)];
  for (let x = Math.floor(from); x < to; x += 1) {
    covered[x] = (covered[x] ?? 0) + (Math.min(to, x + 1) - Math.max(from, x)) / SUBLINES;
  }
}

/** Lays a colour over a pixel. */
function blend({ data }: Bitmap, pixel: number, colour: Colour, share: number): void {
  const at = pixel * 4;
  const under = (data[at + 3] ?? 0) / 255;
  const alpha = share + under * (1 - share);
  const part = (index: 0 | 1 | 2) =>
    Math.round((colour[index] * 255 * share + (data[at + index] ?? 0) * under * (1 - share)) / alpha);
  data.set([part(0), part(1), part(2), Math.round(alpha * 255)], at);
}
