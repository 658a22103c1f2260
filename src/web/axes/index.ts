// Charts drawn by the service with axes: text keeps its size, only what is drawn follows the width of the page.
export { AXES_ASSETS, createFrame, type Frame, type PlaceMark } from "./frame.ts";
export { marksUpTo, timeMarks } from "./marks.ts";
