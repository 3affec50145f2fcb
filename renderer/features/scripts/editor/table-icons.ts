/** The icons of the table tools: `d` attributes of paths of 16 × 16. */
// @wc-ignore-file
export const ICONS = {
  rowAbove: 'M2.5 8.5h11v5h-11z M8 1.5v4 M6 3.5h4',
  rowBelow: 'M2.5 2.5h11v5h-11z M8 10.5v4 M6 12.5h4',
  up: 'M8 13V3 M4 7l4-4 4 4',
  down: 'M8 3v10 M4 9l4 4 4-4',
  deleteRow: 'M2.5 5.5h11v5h-11z M6.5 6.5l3 3 M9.5 6.5l-3 3',
  columnLeft: 'M8.5 2.5h5v11h-5z M1.5 8h4 M3.5 6v4',
  columnRight: 'M2.5 2.5h5v11h-5z M10.5 8h4 M12.5 6v4',
  left: 'M13 8H3 M7 4L3 8l4 4',
  right: 'M3 8h10 M9 4l4 4-4 4',
  deleteColumn: 'M5.5 2.5h5v11h-5z M6.5 6.5l3 3 M9.5 6.5l-3 3',
  alignLeft: 'M2 4h12 M2 8h7 M2 12h10',
  alignCenter: 'M2 4h12 M4.5 8h7 M3 12h10',
  alignRight: 'M2 4h12 M7 8h7 M4 12h10',
  deleteTable: 'M2.5 3.5h11v9h-11z M5 5.5l6 5 M11 5.5l-6 5',
} as const;
