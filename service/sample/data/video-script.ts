/** The made-up script of the sample video. */
export const SAMPLE_VIDEO_TITLE = 'Why night trains came back (trailer)';

export const SAMPLE_VIDEO_SCRIPT = `# Why night trains came back

It lost for thirty years, and then it won.

## The platform

[Cue: platform at night, people with pillows under their arms]

This train was cancelled, for good, more than thirty years ago. Tonight it is sold out.

## The sum

What does a night cost? A berth is 129 euros.

- It is the journey
- It is the night
- It is the room you did not book

## The bottleneck

> There is demand, there is track, there are no carriages.
> — A planner (sample)

[Cue: a sleeper carriage, drawn from the side]

Take the roof off and count the beds. There are forty. A carriage with seats holds eighty.
`;
