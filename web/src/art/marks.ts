/** Shapes of the eight seats, on 24 × 24, solid. */
export const SEAT_SHAPES: readonly string[] = [
  "M12 4.5a7.5 7.5 0 1 1-.1 0z",
  "M5 5h14v14H5z",
  "M12 3.5L21 19.5H3z",
  "M12 2.5L20.5 12L12 21.5L3.5 12z",
  "M8.5 3.5h7v5h5v7h-5v5h-7v-5h-5v-7h5z",
  "M12 2l3 6.6l7.2.8l-5.4 4.9l1.5 7.1L12 17.8l-6.3 3.6l1.5-7.1L1.8 9.4l7.2-.8z",
  "M16.5 3.5a9 9 0 1 0 0 17a10.5 10.5 0 0 1 0-17z",
  "M7 3.5h10l5 8.5l-5 8.5H7L2 12z",
];
