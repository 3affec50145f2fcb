/** Defines the overlays of a video: names, fields and bounds. draw/overlays.ts draws them. */
export interface OverlayField {
  readonly key: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'choice';
  readonly required: boolean;
  /** Maximum length in characters; for a number, of its written form. */
  readonly max_chars: number;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  /** The default value. */
  readonly defaultValue?: string;
  /** Shown in previews and forms. */
  readonly example: string;
}

export interface OverlayTemplate {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** The default duration. */
  readonly seconds: number;
  readonly input_fields: readonly OverlayField[];
}

const textField = (
  key: string,
  label: string,
  max_chars: number,
  example: string,
  isRequired = true,
): OverlayField => ({
  key,
  label,
  type: 'text',
  required: isRequired,
  max_chars,
  example,
});

/** Creates a field for a place or length in percent of the picture. */
const percentField = (key: string, label: string, defaultValue: string, min = 0, max = 100): OverlayField => ({
  key,
  label,
  type: 'number',
  required: false,
  max_chars: 5,
  min,
  max,
  defaultValue,
  example: defaultValue,
});

const choiceField = (key: string, label: string, choices: readonly [string, ...string[]]): OverlayField => ({
  key,
  label,
  type: 'choice',
  required: false,
  max_chars: 20,
  choices,
  defaultValue: choices[0],
  example: choices[0],
});

export const OVERLAY_TEMPLATES = [
  {
    id: 'lower_third',
    label: 'Lower third',
    description: 'A name and role at the lower left.',
    seconds: 5,
    input_fields: [
      textField('name', 'Name', 40, 'Mara Lindqvist'),
      textField('role', 'Role', 60, 'Rolling stock engineer', false),
    ],
  },
  {
    id: 'callout',
    label: 'Callout',
    description: 'A short note that points to a spot.',
    seconds: 4,
    input_fields: [
      textField('text', 'Text', 80, 'Two metres wide'),
      percentField('x', 'X, %', '64'),
      percentField('y', 'Y, %', '42'),
    ],
  },
  {
    id: 'title_card',
    label: 'Title card',
    description: 'A title across the whole picture.',
    seconds: 3.5,
    input_fields: [
      textField('title', 'Title', 70, 'The bottleneck nobody built'),
      textField('subtitle', 'Subtitle', 100, 'Part two', false),
    ],
  },
  {
    id: 'quote',
    label: 'Quote',
    description: 'A quotation on a panel on the right.',
    seconds: 6,
    input_fields: [
      textField('quote', 'Quote', 180, 'We sold every berth before the posters were up.'),
      textField('source', 'Source', 60, 'Station manager', false),
    ],
  },
  {
    id: 'number',
    label: 'Number',
    description: 'One large figure with a label.',
    seconds: 4,
    input_fields: [textField('number', 'Number', 12, '40'), textField('label', 'Label', 60, 'berths in a carriage')],
  },
  {
    id: 'arrow',
    label: 'Arrow',
    description: 'An arrow pointing to a spot in the picture.',
    seconds: 3,
    input_fields: [
      percentField('x', 'Target X, %', '62'),
      percentField('y', 'Target Y, %', '46'),
      choiceField('from', 'Comes from', ['left', 'right', 'above', 'below']),
    ],
  },
  {
    id: 'circle',
    label: 'Circle',
    description: 'A ring around a spot in the picture.',
    seconds: 3,
    input_fields: [
      percentField('x', 'X, %', '60'),
      percentField('y', 'Y, %', '44'),
      percentField('size', 'Size, %', '18', 4, 60),
    ],
  },
  {
    id: 'progress',
    label: 'Progress',
    description: 'A line along the top edge that fills while it’s shown.',
    seconds: 8,
    input_fields: [textField('label', 'Label', 40, 'Step 2 of 5', false)],
  },
  {
    id: 'end_card',
    label: 'End card',
    description: 'A thank-you and what’s next, across the whole picture.',
    seconds: 6,
    input_fields: [
      textField('title', 'Title', 60, 'Thank you for watching'),
      textField('next', 'Up next', 80, 'Next week: three lines to watch', false),
    ],
  },
] as const satisfies readonly OverlayTemplate[];

export type OverlayId = (typeof OVERLAY_TEMPLATES)[number]['id'];

export const findOverlayTemplate = (id: string): OverlayTemplate | null =>
  OVERLAY_TEMPLATES.find((template) => template.id === id) ?? null;

export interface OverlayRefusal {
  readonly field: string;
  /** The problem in plain words, with the bound. */
  readonly message: string;
}

function checkField(field: OverlayField, value: string | undefined): string | null {
  const text = value?.trim() ?? '';
  if (text === '') return field.required ? `${field.label} is required.` : null;
  if ([...text].length > field.max_chars) return `${field.label} can’t be longer than ${field.max_chars} characters.`;
  if (field.type === 'choice' && !field.choices?.includes(text))
    return `${field.label} must be one of ${field.choices?.join(', ')}.`;
  if (field.type === 'text') return null;
  if (field.type === 'choice') return null;
  const { min = 0, max = 100 } = field;
  const number = Number(text);
  return Number.isFinite(number) && number >= min && number <= max
    ? null
    : `${field.label} must be a number from ${min} to ${max}.`;
}

/** Returns all problems with an overlay's inputs; empty if there are none. */
export function checkOverlay(template: OverlayTemplate, inputs: Readonly<Record<string, unknown>>): OverlayRefusal[] {
  const knownKeys = new Set(template.input_fields.map(({ key }) => key));
  const unknownKeys = Object.keys(inputs).filter((key) => !knownKeys.has(key));
  const toText = (value: unknown): string | undefined =>
    typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
  return [
    ...unknownKeys.map((field) => ({ field, message: `${template.label} has no field ${field}.` })),
    ...template.input_fields.flatMap((field) => {
      const message = checkField(field, toText(inputs[field.key]));
      return message === null ? [] : [{ field: field.key, message }];
    }),
  ];
}

export function fillInputs(
  template: OverlayTemplate,
  inputs: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    template.input_fields.map(({ key, defaultValue = '' }) => [key, inputs[key]?.trim() || defaultValue]),
  );
}
