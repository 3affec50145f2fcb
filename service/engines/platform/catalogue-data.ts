/**
 * Holds the offline catalogue: invented channels and videos for trying look-up and search with no network. A video is
 * [title, age in days, views as a multiple of the channel's usual ones, minutes, topic, angle].
 */
export type CatalogueVideo = readonly [string, number, number, number, string, string];

export interface CatalogueChannel {
  readonly id: string;
  readonly handle: string;
  readonly title: string;
  readonly about: string;
  readonly country: string;
  readonly subscribers: number;
  readonly videosInAll: number;
  readonly views: number;
  /** Is the number of views that its videos usually get. */
  readonly usual: number;
  readonly videos: readonly CatalogueVideo[];
}

export const CATALOGUE: readonly CatalogueChannel[] = [
  {
    ...{ id: 'UCsample0RailDiaries00001', handle: 'samplerail', title: 'Sample Rail Diaries', country: 'DE' },
    ...{ subscribers: 214_000, videosInAll: 186, views: 31_402_118, usual: 55_700 },
    about: 'Sample channel. A diary of long train journeys, night trains above all, with every ticket shown.',
    videos: [
      [
        'Never fly again?',
        24,
        7.4,
        14,
        'flying and night trains',
        'A dare instead of a lecture: one trip without a plane, receipts kept.',
      ],
      [
        'Sleeping through five countries',
        180,
        3.2,
        19,
        'night trains',
        'One bed, five borders, and who wakes you at each.',
      ],
      [
        'I lived on night trains for a week',
        45,
        1.1,
        22,
        'night trains',
        'Seven nights, no hotel, one sum at the end.',
      ],
      ['The last dining car', 70, 0.9, 12, 'dining cars', 'A meal as a way to tell how a railway dies.'],
      ['Which bunk is the quiet one?', 96, 1.3, 9, 'night trains', 'A sound meter decides an old argument.'],
      ['Missing the connection on purpose', 130, 0.7, 16, 'connections', 'What a railway owes you, tried out.'],
      ['A ticket to everywhere', 210, 1.0, 18, 'rail passes', 'A pass pays off, or does not, on a map.'],
      ['The sleeper that came back', 265, 1.8, 21, 'night trains', 'A cancelled line returns: who asked for it?'],
      ['Two minutes at the border', 320, 0.8, 11, 'borders', 'Why every train stops where nobody lives.'],
      ['Packing for a bunk', 3, 0.3, 8, 'luggage', 'One bag, one rule.'],
    ],
  },
  {
    ...{ id: 'UCsample0ExampleEngin0002', handle: 'exampleengineering', title: 'Example Engineering', country: 'GB' },
    ...{ subscribers: 1_120_000, videosInAll: 342, views: 188_740_050, usual: 420_000 },
    about: 'Sample channel. How large things are built: bridges, canals, tunnels, and the mistakes under them.',
    videos: [
      ['The bridge that hums', 60, 2.6, 17, 'bridges', 'A sound leads to the fault in the drawing.'],
      ['How a canal climbs a hill', 120, 1.4, 15, 'canal engineering', 'Water goes up, by one clever gate.'],
      ['A tunnel dug from both ends', 200, 1.0, 20, 'tunnels', 'How they met within a hand’s breadth.'],
      ['The lock nobody could open', 95, 0.9, 13, 'canal engineering', 'A gate fails because it was built too well.'],
      ['Concrete that heals itself', 33, 3.4, 16, 'materials', 'A crack closes on camera.'],
      ['Why viaducts curve', 240, 1.1, 12, 'viaducts', 'A bend saves a village and costs a fortune.'],
      ['The crane that built itself', 300, 0.8, 14, 'cranes', 'A machine climbs its own work.'],
      ['One bolt, forty storeys', 345, 1.2, 18, 'failures', 'A cheap part and a night of welding.'],
      ['What holds a dam back', 5, 0.4, 19, 'dams', 'The hill does most of it.'],
    ],
  },
  {
    ...{ id: 'UCsample0DemoTransit00003', handle: 'demotransit', title: 'Demo Transit', country: 'NL' },
    ...{ subscribers: 486_000, videosInAll: 271, views: 74_903_221, usual: 108_500 },
    about: 'Sample channel. Maps, timetables and money: why trains, trams and buses run as they do.',
    videos: [
      [
        'The 320 km/h commute nobody takes',
        240,
        11.1,
        18,
        'high-speed rail',
        'The fastest line is empty at eight in the morning.',
      ],
      ['Every dead line on one map', 3, 0.2, 12, 'abandoned railways', 'Grey lines fill a country.'],
      ['A timetable drawn by hand', 64, 1.7, 15, 'timetables', 'One sheet of paper shows every meeting.'],
      ['Why the tram turned left', 110, 0.9, 11, 'trams', 'One vote moved a line and a town.'],
      ['Free buses, the bill', 155, 1.2, 14, 'fares', 'Nobody pays, so who does?'],
      ['The station in the wrong place', 205, 2.1, 17, 'stations', 'Everybody knew, and it was built.'],
      ['Signals for beginners', 275, 0.8, 13, 'signals', 'Red means more than stop.'],
      ['A map that lies well', 310, 1.0, 10, 'maps', 'Straight lines that help you get lost less.'],
      ['Rush hour from above', 350, 0.7, 9, 'crowds', 'A city breathes in and out.'],
    ],
  },
  {
    ...{ id: 'UCsample0SlowLines000004', handle: 'slowlines-sample', title: 'Slow Lines (sample)', country: 'AT' },
    ...{ subscribers: 23_410, videosInAll: 41, views: 2_184_220, usual: 18_200 },
    about: 'Sample channel. Films about things that move slowly, and why that is often the better way.',
    videos: [
      [
        'Why night trains came back',
        40,
        2.4,
        16,
        'night trains',
        'A dead product returns, and not for the reason everybody names.',
      ],
      ['The slowest ferry in Europe', 88, 1.0, 13, 'ferries', 'A river, a rope, and no engine.'],
      ['Letters that take a year', 131, 0.8, 11, 'post', 'The post that is slow on purpose.'],
      ['A canal at walking pace', 170, 1.2, 15, 'canals', 'Four kilometres an hour, for a month.'],
      ['Cheese, and other clocks', 233, 0.9, 12, 'food', 'What cannot be hurried.'],
      ['The clock that misses no train', 290, 1.1, 10, 'clocks', 'A second hand that waits.'],
      ['One mountain, one rack railway', 338, 0.7, 14, 'mountain railways', 'Up by teeth.'],
    ],
  },
  {
    ...{ id: 'UCsample0SampleRuins0005', handle: 'sampleruins', title: 'Sample Ruins', country: 'FR' },
    ...{ subscribers: 152_000, videosInAll: 97, views: 12_660_400, usual: 57_800 },
    about: 'Sample channel. Abandoned places and what they were for: stations, spas, factories.',
    videos: [
      ['The station everyone forgot', 92, 4.1, 17, 'abandoned stations', 'A ticket hall with the tickets still in it.'],
      ['A spa without water', 50, 1.1, 14, 'spas', 'The spring moved, the town stayed.'],
      ['Inside the dark cinema', 141, 0.9, 12, 'cinemas', 'The last film is still in the machine.'],
      ['The line that ended in a field', 188, 1.6, 16, 'abandoned railways', 'A bumper stop, and cows.'],
      ['Factory of a single screw', 222, 0.8, 13, 'factories', 'A town that made one thing.'],
      ['Who pays for a ruin?', 305, 1.0, 11, 'money', 'Doing nothing is not free.'],
      ['Overgrown in nine years', 340, 1.3, 10, 'nature', 'A platform, photographed each spring.'],
    ],
  },
  {
    ...{ id: 'UCsample0ExampleLedgr006', handle: 'exampleledger', title: 'Example Ledger', country: 'CH' },
    ...{ subscribers: 88_300, videosInAll: 144, views: 9_004_870, usual: 55_000 },
    about: 'Sample channel. One question, one honest sum: travel, housing, food, with every figure sourced.',
    videos: [
      ['Train against plane, the honest sum', 150, 0.8, 11, 'train against plane', 'Door to door, with the bag fee.'],
      ['Timetables of the lost sleepers', 300, 0.4, 10, 'night trains', 'Old printed timetables, added up.'],
      ['What a coffee costs the shop', 35, 2.2, 9, 'coffee', 'Four cents of beans.'],
      ['Renting forever', 77, 1.4, 15, 'housing', 'Fifty years in a spreadsheet.'],
      ['The price of being early', 118, 1.0, 12, 'airports', 'Two hours a flight, ten flights a year.'],
      ['Free shipping, itemised', 199, 1.2, 10, 'shipping', 'Somebody carries it up the stairs.'],
      ['Is a bicycle ever free?', 248, 0.9, 13, 'bicycles', 'Tyres, locks, lunch.'],
      ['Insurance for a cat', 330, 1.1, 8, 'insurance', 'A small animal, a large table.'],
    ],
  },
  {
    ...{ id: 'UCsample0QuietHands00007', handle: 'quiethands-sample', title: 'Quiet Hands (sample)', country: 'JP' },
    ...{ subscribers: 640_200, videosInAll: 210, views: 96_221_004, usual: 260_000 },
    about: 'Sample channel. Repair without talking: clocks, chairs, radios, knives.',
    videos: [
      ['A clock from the river', 28, 3.6, 24, 'clock repair', 'Mud first, time later.'],
      ['The chair with one leg', 66, 1.0, 20, 'furniture repair', 'Three new legs that nobody can find.'],
      ['A radio that only hums', 101, 1.2, 18, 'radio repair', 'One capacitor, forty suspects.'],
      ['Sharpening, from the beginning', 146, 2.0, 16, 'tools', 'Six stones and patience.'],
      ['Gluing what was never wood', 192, 0.7, 15, 'materials', 'Old plastic, new rules.'],
      ['The bell nobody rang', 257, 0.9, 22, 'bells', 'A crack, and the sound of it.'],
      ['A drawer that sticks', 333, 0.8, 12, 'furniture repair', 'Candle wax, and then not.'],
    ],
  },
  {
    ...{ id: 'UCsample0DemoKitchen0008', handle: 'demokitchen', title: 'Demo Kitchen Lab', country: 'IT' },
    ...{ subscribers: 329_000, videosInAll: 188, views: 41_870_330, usual: 140_000 },
    about: 'Sample channel. One dish, one question, one experiment with numbers.',
    videos: [
      ['Does salting water matter?', 52, 2.9, 11, 'pasta', 'Twelve pots and a blind test.'],
      ['Bread at three temperatures', 84, 1.1, 14, 'bread', 'The oven lies by twenty degrees.'],
      ['The egg that would not peel', 127, 1.5, 9, 'eggs', 'Age beats tricks.'],
      ['Coffee without a machine', 176, 0.9, 12, 'coffee', 'A jar, a cloth, a clock.'],
      ['Freezing fresh herbs', 214, 0.8, 8, 'herbs', 'Oil wins.'],
      ['A stew on the night train', 286, 1.0, 13, 'cooking on trains', 'One socket, one pot, one dining car.'],
      ['How hot is spicy?', 6, 0.5, 10, 'spices', 'A scale made by tears.'],
    ],
  },
  {
    ...{ id: 'UCsample0SampleSkies0009', handle: 'sampleskies', title: 'Sample Skies', country: 'US' },
    ...{ subscribers: 903_000, videosInAll: 402, views: 151_330_912, usual: 310_000 },
    about: 'Sample channel. Flying explained: airports, airlines, and why your seat is where it is.',
    videos: [
      ['Why short flights exist', 30, 2.2, 15, 'short flights', 'Forty minutes in the air, a day on paper.'],
      ['The airline with one plane', 73, 1.3, 17, 'airlines', 'When it breaks, everybody walks.'],
      ['Boarding, solved and ignored', 113, 1.0, 12, 'boarding', 'The best way is known and unwanted.'],
      ['An airport without flights', 164, 3.8, 18, 'airports', 'Lights on, nobody there.'],
      ['Who owns the sky lanes?', 225, 0.9, 16, 'air traffic', 'Invisible roads, real tolls.'],
      ['What a delay costs', 281, 0.8, 11, 'delays', 'One late crew, nine cities.'],
      ['Trains the airlines sell', 318, 1.2, 13, 'flying and trains', 'A flight number on a platform.'],
    ],
  },
];
