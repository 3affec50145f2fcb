/** The finished sample script. People, dates and prices in it are made up. */
export const NIGHT_TRAINS_OUTLINE = `# Why night trains came back

> Length: 2,000 words · about 13 minutes spoken

## 1. Cold open (120 words)

- The 21:40 departure: who is on it, and why it should not exist
- The question: how does something that lost for thirty years start to win?

## 2. The day they switched them off (300 words)

- The last sleeper to the coast, December 1994 (sample date)
- Cheap flights and fast trains by day; the accountants' case
- What was lost that no timetable shows

## 3. Inside a sleeper carriage (400 words)

- Seat, couchette, sleeper: what each one is
- Two metres wide: the compartment as a drawing
- A night by the clock, from the berth card to the coffee

## 4. What a berth really costs (380 words)

- Eighty seats against forty berths
- The berth sells two things: the journey and the night
- The sum out loud: berth, flight, airport room

## 5. The bottleneck nobody built (450 words)

- There is demand, there is track, there are no carriages
- Why a new carriage takes six years
- Locomotives, borders, and the path in the timetable

## 6. Three lines to watch (250 words)

- The old line renewed, the new line nobody expected, the line that will fail

## 7. Close (100 words)

- The price of the night
- Question to the viewer
`;

export const NIGHT_TRAINS_SCRIPT = `# Why night trains came back

## Cold open

[Cue: platform clock, 21:38, people with pillows under their arms]

It is twenty to ten on a Tuesday, and this platform should be empty. It isn’t. There is a family with a rolled-up blanket. There are two students who are clearly going to talk all night. There is a man in a good suit who has already taken his shoes off.

They are all waiting for a train that was cancelled. Not late, not delayed: cancelled, for good, more than thirty years ago. It had a farewell party. Somebody cried.

And tonight it is sold out. So what happened? How does a thing lose for thirty years, and then, without anybody inventing anything, begin to win?

## The day they switched them off

[Cue: archive still, last sleeper, brass band on the platform]

Let me take you to our sample year, 1994. The last sleeper to the coast leaves at nine in the evening with a brass band in front of it and eleven passengers inside. Eleven. The band had fourteen players.

If you had been the accountant, you would have stopped it too. Look at the page in front of you. The carriages were built when your father was young. Each of them needs an attendant, sheets, a laundry contract, a place to be cleaned at the far end. They earn money on one journey a day, while a daytime coach does three or four. And the people who used to fill them have found two better offers.

The first offer was the fast train. When the new line opened, the same journey took five hours instead of eleven. You left after breakfast and were there for lunch. Who sleeps on a train that takes five hours?

The second offer was the plane. Flights had been for people with expense accounts. Then, within about ten years, they were for everybody, and a seat cost less than the taxi that took you to it. I don’t blame anybody who took one. I took them.

So one by one the lines went out, like lights in a house where people are going to bed. A timetable is a strange document: it shows you everything that runs, and nothing of what has stopped. Nobody printed the map of what was missing.

[Cue: map of night lines, the routes go dark year by year]

But something did go missing, and it wasn’t the romance. It was the ability to leave after work and arrive before work. No plane does that. No fast train does it. You cannot see its absence in the numbers, because a trip that nobody can make is a trip that nobody counts.

## Inside a sleeper carriage

[Cue: cutaway drawing of the carriage, lights come on compartment by compartment]

Before we get to the money, you need to know what you are actually buying. People say “night train” as if it were one thing. It is three things, coupled together.

The first is a seat. It is the cheapest ticket on the train and the longest night of your life. You will get to know the light above the door.

The second is the couchette. Six bunks in a room, three on each side, with a sheet, a pillow and a blanket that has seen a great deal. By day they fold up and you sit on them. By night they fold down, and five strangers hear you breathe.

The third is the sleeper. One, two or three real beds, a washbasin, a door that locks. A berth, the railway calls it. It is the smallest hotel room you will ever love.

Now the drawing. A six-berth compartment is two metres wide. In it: six people, six bags, six pairs of shoes, one window. Nobody designed that for comfort. They designed it for a ledger. Every centimetre you don’t have is a passenger somebody sold.

[Cue: the same two metres as a sleeper, one bed, one basin, one lamp]

And here is a night by the clock. Twenty-two hundred: the attendant comes by, takes your ticket, and asks what you would like in the morning. That is the moment you stop being a passenger and become a guest. Half past eleven: the train stands still somewhere without a name, and you hear a man with a hammer walk along and hit every wheel. He is listening. A cracked wheel sounds like a cracked cup.

Three in the morning: a border. Forty years ago somebody would have woken you for it. Now the locomotive changes and you don’t. Half past six: light, and fields that weren’t there when you went to sleep. There is a knock, and there is coffee in a glass, and you have travelled eleven hundred kilometres in your socks.

I am not going to tell you that everybody sleeps well. About a third of people do, about a third say they will next time, and about a third say never again. Remember those thirds. They come back when we talk about who this is really for.

## What a berth really costs

[Cue: cutaway drawing, both coaches at one scale, people as dots]

A seated coach carries about eighty people. A sleeping coach, the same length on the same rails, carries forty. That is the whole argument against night trains, and for thirty years it was enough.

But a seat sells its journey once. A berth sells two things: the journey **and the night**. You are not comparing it with a train ticket. You are comparing it with a train ticket *and a hotel room*.

So let’s do the sum out loud, on our sample dates. Berth, Vienna to Paris: **€109**. Morning flight with one bag: **€84**. Room near the airport, because it leaves at six: **€72**.

The night train wins by forty-seven euros, and it loses by nine hours. But you were asleep for eight of them.

> Ask for the *price of the night*, not the price of the ticket.

Now turn it round, and be the railway. You have forty berths. If you sell them at the price of a seat, you lose money every single night, and that is precisely what the old operators did. They priced a bed as if it were a chair that happened to be flat. The new ones price it the way hotels do: early is cheap, Friday is not, and the room with the door that locks costs three times the bunk without one.

[Cue: bar chart, income of one coach by night, seats against berths]

With that, the sum changes. Forty people who each pay a hundred and nine earn more than eighty people who each pay forty-nine. Not much more. Four hundred and forty euros, on our sample night. But much less of that is profit than you would think, because now we come to the sheets.

Somebody washes two hundred of them a night. Somebody makes the beds, on a train that stands in the yard for three hours. Somebody rides along. A night train is the only train with a housekeeping problem, and housekeeping, not electricity, is what decides whether it lives.

## The bottleneck nobody built

[Cue: empty factory hall, then one carriage shell on stands]

Here is what I did not expect. There is demand. There is track. What there is not, is carriages: for about twenty years almost nobody ordered a new sleeping car, and the people who knew how to build one retired.

Think about what that means. You can rent a plane on Thursday and fly it on Monday. Nobody will rent you a sleeping car, because there aren’t any spare ones. The ones that run tonight were mostly built before the last sleeper to the coast was stopped. They have been painted four times. Underneath they are forty years old.

So you order new ones. You sit down with a builder, and the builder asks how many. You say: nine. And the builder is very polite, and shows you an order for four hundred metro cars.

[Cue: timeline, six years, one mark for each hurdle]

Say they take it. From that day it is six years. One year to draw it. One to argue about toilets. I am not joking: a toilet decides where the water tank goes, and the tank decides how many beds fit. Two years to build it. And then two years to prove it is safe, in each country it will roll through, because a carriage that is safe on one side of a river is not, on paper, safe on the other.

Then the locomotive. Half the networks on our map use a different voltage from their neighbour. Either you buy a machine that speaks all four, or you stop at the border at three in the morning and change it, and pay for the crew that waits there.

And then, when you have all of that, you need the one thing money can’t buy: a place in the timetable. Night is when freight runs. Night is also when the track is mended. You ask for a path from eleven to seven, and the answer is that there is one from midnight to nine, with a stop of seventy minutes beside a gravel works. Your guests will be late for the meeting they took the night train to be early for.

This is the real answer to the question at the start. Night trains did not come back when people wanted them again. People had wanted them for years. They came back where somebody had *kept* the carriages. One operator, the sample one in our drawing, bought the old cars of its neighbour for the price of scrap, in the very year everybody else was cutting them up. For ten years that looked sentimental. Today it is the whole business.

## Three lines to watch

[Cue: map again, three lines light up]

So where does it go from here? Watch three lines.

The first is the old one. Capital to coast, eleven hours, the train of our brass band. It runs on borrowed carriages, it is full from May to October, and it has the first nine new cars on order. If those arrive on time, everything else follows. If they are two years late, read the next paragraph again.

The second is the one nobody expected: short. Six hours, on a track where the day train takes five. It stands still for two of them, on purpose, so that you can sleep until seven. It sells the night, and the journey is nearly an accident.

[Cue: the third line, drawn dashed]

The third will fail, I think. Nineteen hours, four borders, three voltages. It has a wonderful poster. But remember the thirds: for one bad night people forgive you, and for nineteen hours they need a restaurant, a shower and a reason. I would love to be wrong about that one.

## Close

[Cue: platform, the train pulls out, clock at 21:40]

So that’s the sum. Not the price of the ticket: the price of the night. Half the seats, twice the product, and a carriage that somebody was too stubborn to scrap.

The man in the good suit, by the way, has his shoes under the berth by now. He will be in his meeting at nine. He says he sleeps better here than at home, and I believe him, because he said it with his eyes closed.

Which night would you trade? Tell me where it starts and where it ends. I’ll do the sum, out loud, in the next one.
`;
